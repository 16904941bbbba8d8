/// What a voice plays: the frames of a sound, in the order in which they are heard.
///
/// A sound in memory is its own source, for any number of voices at once. A sound that is too large for that makes a
/// source for each voice, which another thread fills ahead of the audio thread.
///
/// A source is asked by one thread, the audio thread; it is kept for as long as its voice sounds, and let go of on
/// another thread.
package protocol SampleSource: AnyObject, Sendable {
    /// The format of its frames: that of the output.
    var format: AudioFormat { get }

    /// Its length in frames; nil if only the end will tell.
    var length: Int? { get }

    /// The samples from `frame` on that are there in one piece, valid until the next call.
    ///
    /// Asked on the audio thread: it must not wait, lock or allocate. The frames before `frame` are not needed any
    /// more, but a voice that loops asks for frame 0 again after the end.
    func samples(from frame: Int) -> SampleSupply
}

/// What a source has for the audio thread.
package enum SampleSupply {
    /// Interleaved samples, full scale 1: at least a frame.
    case ready(UnsafeBufferPointer<Float>)
    /// There is more to come, but it is not there yet: the voice is silent, and asks for the same frame again.
    case late
    /// The sound ends before this frame.
    case end
    /// It cannot be read any further.
    case failed
}

/// A sound that is read while it plays: each voice has a source of its own.
package protocol StreamedSamples: AnyObject, Sendable {
    /// Why the last voice has ended that could not read. Asked on any thread.
    var failure: SoundError? { get }

    /// The source of a new voice. Called on the thread that plays the sound.
    ///
    /// - Parameter mayWait: Whether the voice's output may wait for what is read.
    func makeSource(mayWait: Bool) -> any SampleSource
}
