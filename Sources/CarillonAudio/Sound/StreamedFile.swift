import Synchronization

/// Where a sound file is.
enum SoundOrigin: Sendable {
    case path(String)
    case bytes([UInt8], name: String)

    var name: String {
        switch self {
        case .path(let path): path
        case .bytes(_, let name): name
        }
    }

    /// Opens it, at the first frame.
    ///
    /// - Parameters:
    ///   - format: The output's.
    ///   - limit: How many bytes of memory may be taken to read it.
    func open(in format: AudioFormat, limit: Int) throws(SoundError) -> SoundReader {
        let file =
            switch self {
            case .path(let path): try SoundFile(path: path)
            case .bytes(let bytes, let name): try SoundFile(bytes: bytes, name: name)
            }
        return try SoundReader(SoundDecoder(file, limit: limit), in: format, limit: limit)
    }
}

/// A sound that is too long for memory: what its voices read, each for itself.
final class StreamedFile: Sendable {
    /// Less than this is read too often for a thread of ordinary priority to keep up.
    private static let leastFrames = 4096

    let origin: SoundOrigin
    /// The output's format.
    let format: AudioFormat
    /// How far ahead a voice's reader is at most: a second, or what the limit leaves.
    let framesAhead: Int
    /// Why the last voice has ended that could not read.
    let failure = Mutex<SoundError?>(nil)

    /// What the reader takes at most, and is not to exceed if the file is another one day.
    private let readerMemory: Int

    /// - Parameters:
    ///   - origin: Where it is.
    ///   - reader: One that has read it.
    ///   - limit: How many bytes a voice may take, its reader's among them.
    init(_ origin: SoundOrigin, like reader: SoundReader, limit: Int) throws(SoundError) {
        self.origin = origin
        format = reader.format
        readerMemory = reader.memory
        let frameSize = MemoryLayout<Float>.stride * format.channels
        framesAhead = min(max(format.rate, Self.leastFrames), (limit - readerMemory) / frameSize)
        guard framesAhead >= Self.leastFrames else {
            throw .limitTooLow(file: origin.name, limit: limit, needed: readerMemory + Self.leastFrames * frameSize)
        }
    }

    /// Opens it anew, at the first frame.
    func open() throws(SoundError) -> SoundReader { try origin.open(in: format, limit: readerMemory) }
}
