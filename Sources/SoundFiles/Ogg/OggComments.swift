import CarillonAudio

/// The memory for copies of an Ogg file's comments: RFC 7845, section 5.2; Vorbis I specification, section 5.2.1.
struct OggComments {
    /// The bytes of the copies of the packet that libvorbis and libsndfile make.
    let copies: Int
    /// The bytes of the titles and names that libsndfile keeps.
    let strings: Int

    /// - Parameter offset: The position of the comments in the packet, after its name.
    init(_ packet: OggHeaders.Packet, from offset: Int) {
        // Each comment takes at least the four bytes of its length. This is the count if the true one is beyond
        // `beginning`.
        let most = packet.size / 4
        let bytes = packet.beginning
        let count =
            Self.number(in: bytes, at: offset).flatMap { vendor in Self.number(in: bytes, at: offset + 4 + vendor) }
        let comments = min(count ?? most, most) + 1
        // Each comment is a block of its own, in two lists.
        copies = HeapBlock.size(packet.size) + HeapBlock.size(8 + 4 + 1, count: comments)
        // The storage grows to three times its content, while the old storage still exists.
        strings = HeapBlock.size(3 * packet.size + 256) + HeapBlock.size(packet.size)
    }

    private static func number(in bytes: [UInt8], at offset: Int) -> Int? {
        let bytes = bytes.dropFirst(offset).prefix(4)
        return bytes.count == 4 ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : nil
    }
}
