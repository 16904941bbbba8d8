import CarillonAudio

/// A decoder of what a connection brings. It waits for bytes. Used by the thread of a stream only.
protocol StreamDecoder: AnyObject {
    /// The format of the frames that `decode` has returned last.
    var format: AudioFormat { get }

    /// The title that the frames have, if the format has titles of its own.
    var title: String? { get }

    /// Decodes the next frames.
    ///
    /// - Returns: The samples, valid until the next call; empty at the end of the stream.
    func decode() throws(StreamFailure) -> UnsafeBufferPointer<Float>
}

extension StreamDecoder {
    var title: String? { nil }
}
