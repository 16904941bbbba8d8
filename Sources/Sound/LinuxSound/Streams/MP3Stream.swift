import CarillonAudio

/// An MP3 stream, which may begin within a frame and contain anything in between.
final class MP3Stream: StreamDecoder {
    /// The frames in succession that have to agree about the format.
    private static let agreement = 3

    private let connection: StreamConnection
    private let decoder: MP3Decoder
    private let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: agreement * MP3Decoder.samplesInFrame)
    private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 2_048, alignment: 16)
    /// The samples of frames that do not agree yet.
    private var pending = 0
    private var frames = 0
    /// The decoder's number of formats when they began.
    private var formats = 0
    private var silence = MP3Silence()

    init(_ connection: StreamConnection) throws(StreamFailure) {
        if let reason = MP3Decoder.fault { throw .noLibrary(reason: reason) }
        guard let decoder = MP3Decoder() else { throw .noMemory }
        (self.connection, self.decoder) = (connection, decoder)
    }

    deinit {
        buffer.deallocate()
        bytes.deallocate()
    }

    var format: AudioFormat { decoder.format }

    func decode() throws(StreamFailure) -> UnsafeBufferPointer<Float> {
        while true {
            if frames >= Self.agreement { pending = 0 }
            let room = min(MP3Decoder.samplesInFrame, buffer.count - pending)
            let (count, step) = decoder.decode(
                into: UnsafeMutableBufferPointer(rebasing: buffer[pending...].prefix(room)))
            if decoder.formats != formats {
                // The samples of the format before are too few to be trusted.
                buffer.baseAddress!.update(from: buffer.baseAddress! + pending, count: count)
                (formats, frames, pending) = (decoder.formats, 0, 0)
            }
            if count > 0 {
                pending += count
                frames += 1
                if frames >= Self.agreement {
                    silence.hasSound()
                    return UnsafeBufferPointer(rebasing: buffer[..<(pending / format.channels * format.channels)])
                }
            }
            // After a failure, the decoder looks for the next frame in what follows.
            if step != .decoded, try !feed() { return UnsafeBufferPointer(start: nil, count: 0) }
        }
    }

    private func feed() throws(StreamFailure) -> Bool {
        let count = try connection.read(into: bytes)
        guard count > 0 else { return false }
        let piece = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        silence.add(piece)
        guard silence.bytes <= StreamLimits.silence else { throw .notASound(type: nil) }
        guard decoder.feed(piece) else { throw .noMemory }
        return true
    }
}
