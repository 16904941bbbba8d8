/// A count of the bytes of an MP3 stream without sound. Tags between frames, which libmpg123 skips, do not count up to a limit.
struct MP3Silence {
    /// The bytes since the last sound.
    private(set) var bytes = 0
    /// The bytes of tags since the last sound, and those of the last tag that have not come.
    private var tags = 0
    private var missing = 0
    /// The last bytes, in which the head of a tag may begin.
    private var recent: [UInt8] = []

    mutating func hasSound() { (bytes, tags) = (0, 0) }

    mutating func add(_ piece: UnsafeRawBufferPointer) {
        let skipped = min(missing, piece.count)
        missing -= skipped
        let rest = recent + piece.dropFirst(skipped)
        bytes += piece.count - skipped
        recent = Array(rest.suffix(StreamedTag.headSize - 1))
        guard let (start, size) = Self.tag(in: rest), tags + size <= StreamLimits.tags else { return }
        let come = min(rest.count - start, size)
        tags += size
        missing = size - come
        bytes = max(bytes - come, 0)
        recent = []
    }

    private static func tag(in bytes: [UInt8]) -> (start: Int, size: Int)? {
        for start in bytes.indices where bytes[start] == UInt8(ascii: "I") {
            let head = Array(bytes[start...].prefix(StreamedTag.headSize))
            if let size = StreamedTag.size(head: head) { return (start, size) }
        }
        return nil
    }
}
