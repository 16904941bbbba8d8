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
    func availableFrames() -> Int

    /// Waits until a period is free: positive if it is, 0 when the time is over.
    func wait(milliseconds: Int32) -> Int

    /// Gives it as many of the samples as it takes: how many frames it took.
    ///
    /// - Parameter samples: Interleaved, full scale 1; at most a period.
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int

    /// Makes it ready again, and empty, after `error`: 0, or an error.
    func recover(from error: Int) -> Int
}
