import Synchronization

/// A sound that is too long for memory: what its voices read, each for itself.
final class StreamedFile: Sendable {
    enum Origin: Sendable {
        case path(String)
        case bytes([UInt8], name: String)

        var name: String {
            switch self {
            case .path(let path): path
            case .bytes(_, let name): name
            }
        }
    }

    /// Less than this is read too often for a thread of ordinary priority to keep up.
    private static let leastFrames = 4096

    let origin: Origin
    /// The output's format.
    let format: AudioFormat
    /// How many bytes a voice may take.
    let limit: Int
    /// Why the last voice has ended that could not read.
    let failure = Mutex<SoundError?>(nil)

    init(_ origin: Origin, format: AudioFormat, limit: Int) {
        self.origin = origin
        self.format = format
        self.limit = limit
    }

    /// How far ahead a voice's reader is at most: a second.
    var framesAhead: Int {
        min(max(format.rate, Self.leastFrames), limit / MemoryLayout<Float>.stride / format.channels)
    }

    /// Whether the limit allows a voice to read ahead far enough.
    var canStream: Bool { framesAhead >= Self.leastFrames }

    /// Opens it anew, at the first frame.
    func open() throws(SoundError) -> SoundReader {
        let decoder =
            switch origin {
            case .path(let path): try SoundDecoder(contentsOf: path)
            case .bytes(let bytes, let name): try SoundDecoder(bytes: bytes, name: name)
            }
        return try SoundReader(decoder, in: format)
    }
}
