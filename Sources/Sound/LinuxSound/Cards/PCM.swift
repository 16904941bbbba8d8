import CarillonAudio

/// A sound device, with the operations that a stream needs. All of them are non-blocking, except one that waits.
///
/// Numbers below zero are ALSA errors: negated error numbers of the system. There are two conforming types: `ALSAPCM`,
/// and in the tests a device that fails on command.
protocol PCM: AnyObject {
    var format: AudioFormat { get }
    /// The number of frames that the device is given at a time.
    var period: Int { get }
    /// The number of frames that the device holds. It starts to play when it is full.
    var buffer: Int { get }

    /// Returns the number of frames that the device can take now.
    ///
    /// - Parameter isExact: Whether to query the device itself, which is a system call. Otherwise the number may be an
    ///   earlier one, and so too low.
    func availableFrames(isExact: Bool) -> Int

    /// Waits until a whole period is free or the waker ends the wait, and then returns a positive number; 0 after a
    /// timeout.
    func wait(milliseconds: Int32) -> Int

    /// Passes as many of the samples to the device as it takes, and returns the number of frames taken.
    ///
    /// - Parameter samples: Interleaved, full scale 1; at most a period.
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int

    /// Makes the device ready again, and empty, after `error`. Returns 0 or an error; `EAGAIN` means to try again
    /// later.
    func recover(from error: Int) -> Int
}
