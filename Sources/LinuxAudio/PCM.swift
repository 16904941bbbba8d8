import CarillonAudio

/// A sound device as a stream needs it: what can be had of it without waiting, and one call that waits.
///
/// Numbers below zero are errors of ALSA: negated error numbers of the system. Two conform to it: `ALSAPCM`, and in the
/// tests a device that fails on command.
protocol PCM: AnyObject {
    var format: AudioFormat { get }
    /// In frames: the device is given so many at a time.
    var period: Int { get }
    /// In frames: the device holds so many. It begins to play when it has them all.
    var buffer: Int { get }

    /// How many frames it would take now.
    ///
    /// - Parameter isExact: Whether the device itself is asked, a system call; or else it may be what it said last, so
    ///   less.
    func availableFrames(isExact: Bool) -> Int

    /// Waits until a whole period is free or somebody wakes it up: positive if so, 0 when the time is over.
    func wait(milliseconds: Int32) -> Int

    /// Gives it as many of the samples as it takes: how many frames it took.
    ///
    /// - Parameter samples: Interleaved, full scale 1; at most a period.
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int

    /// Makes it ready again, and empty, after `error`: 0, or an error. `EAGAIN`: it is to be asked again in a while.
    func recover(from error: Int) -> Int
}
