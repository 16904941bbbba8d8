import CarillonAudio

/// The location of a sound file.
enum SoundOrigin: Sendable {
    case path(String)
    case bytes([UInt8], name: String)

    var name: String {
        switch self {
        case .path(let path): path
        case .bytes(_, let name): name
        }
    }

    /// Opens the file at the first frame.
    ///
    /// - Parameters:
    ///   - format: The output's format.
    ///   - limit: The maximum memory of the reader, in bytes.
    func open(in format: AudioFormat, limit: Int) throws(SoundError) -> SoundReader {
        let file =
            switch self {
            case .path(let path): try SoundFile(path: path)
            case .bytes(let bytes, let name): try SoundFile(bytes: bytes, name: name)
            }
        return try SoundReader(file, in: format, limit: limit)
    }
}
