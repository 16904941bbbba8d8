import CMPG123
import CarillonAudio

/// A decoder of an MP3 stream, which may begin within a frame and contain anything in between.
final class MP3Decoder: StreamDecoder {
    /// The samples of a frame at most.
    private static let frame = 1_152 * 2
    /// The frames in succession that have to agree about the format.
    private static let agreement = 3

    private let connection: StreamConnection
    private let decoder: OpaquePointer
    private(set) var format = AudioFormat(rate: 44_100, channels: 2)
    private let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: agreement * frame)
    private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 2_048, alignment: 16)
    /// The samples of frames that do not agree yet.
    private var pending = 0
    private var frames = 0
    /// The bytes since the last sound.
    private var useless = 0

    init(_ connection: StreamConnection) throws(StreamFailure) {
        if let reason = NetworkTracks.decoderFault { throw .noLibrary(reason: reason) }
        guard let decoder = cmpg123_new() else { throw .noMemory }
        (self.connection, self.decoder) = (connection, decoder)
    }

    deinit {
        cmpg123_free(decoder)
        buffer.deallocate()
        bytes.deallocate()
    }

    func decode() throws(StreamFailure) -> UnsafeBufferPointer<Float> {
        while true {
            if frames >= Self.agreement { pending = 0 }
            var count = 0
            let room = min(Self.frame, buffer.count - pending)
            let result = cmpg123_read(decoder, buffer.baseAddress! + pending, room, &count)
            if count > 0 {
                pending += count
                frames += 1
                if frames >= Self.agreement {
                    useless = 0
                    if result == CMPG123_NEW_FORMAT { changeFormat() }
                    return UnsafeBufferPointer(rebasing: buffer[..<(pending / format.channels * format.channels)])
                }
            }
            switch result {
            case CMPG123_DECODED: break
            case CMPG123_NEW_FORMAT: changeFormat()
            default:
                // After a failure, the decoder looks for the next frame in what follows.
                guard try feed() else { return UnsafeBufferPointer(start: nil, count: 0) }
            }
        }
    }

    private func changeFormat() {
        var (rate, channels): (Int32, Int32) = (0, 0)
        cmpg123_format(decoder, &rate, &channels)
        guard rate > 0, 1...2 ~= channels else { return }
        let changed = AudioFormat(rate: Int(rate), channels: Int(channels))
        guard changed != format || frames == 0 else { return }
        (format, frames, pending) = (changed, 0, 0)
    }

    private func feed() throws(StreamFailure) -> Bool {
        let count = try connection.read(into: bytes)
        guard count > 0 else { return false }
        useless += count
        guard useless <= StreamLimits.silence else { throw .notASound(type: nil) }
        guard cmpg123_feed(decoder, bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), count) else {
            throw .noMemory
        }
        return true
    }
}
