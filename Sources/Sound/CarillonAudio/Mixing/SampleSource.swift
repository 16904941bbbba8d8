/// The samples of a voice: the frames of a sound, in the order in which they are heard.
///
/// A sound in memory is its own source, for any number of voices at once. A sound that is too large for memory makes a
/// source for each voice, which another thread fills ahead of the audio thread.
///
/// Only the audio thread reads a source. The source is retained while its voice sounds, and released on another thread.
package protocol SampleSource: AnyObject, Sendable {
    /// The format of the frames, which is that of the output.
    var format: AudioFormat { get }

    /// The length in frames; nil if it is not known before the end.
    var length: Int? { get }

    /// Returns the contiguous samples that are available from `frame` on, valid until the next call.
    ///
    /// Called on the audio thread: it must not wait, lock or allocate. Frames before `frame` are not needed any more,
    /// except that a voice that loops requests frame 0 again after the end.
    func samples(from frame: Int) -> SampleSupply
}

/// The result of reading a source on the audio thread.
package enum SampleSupply {
    /// Interleaved samples, full scale 1: at least one frame.
    case ready(UnsafeBufferPointer<Float>)
    /// More samples follow, but are not available yet. The voice is silent, and requests the same frame again.
    case late
    /// The sound ends before this frame.
    case end
    /// The sound cannot be read any further.
    case failed
}

/// A sound that is read while it plays, with a separate source for each voice.
package protocol StreamedSamples: AnyObject, Sendable {
    /// The error that ended the last voice that could not read. Read on any thread.
    var failure: SoundError? { get }

    /// Returns the source for a new voice. Called on the thread that plays the sound.
    ///
    /// - Parameter mayBlock: Whether the voice's output may wait for the file.
    func makeSource(mayBlock: Bool) -> any SampleSource
}
