import CarillonAudio

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
        return try SoundReader(file, in: format, limit: limit)
    }
}
