import CarillonAudio

/// What the comments of an Ogg file are copied to: RFC 7845, section 5.2; Vorbis I specification, section 5.2.1.
struct OggComments {
    /// How many bytes the copies take that libvorbis and libsndfile make of the packet.
    let copies: Int
    /// How many the titles and names take that libsndfile keeps of them.
    let strings: Int

    /// - Parameter offset: Where the comments begin, behind the packet's name.
    init(_ packet: OggHeaders.Packet, from offset: Int) {
        // None takes less than the four bytes of its length. If the number is too far behind to be known, it may be that.
        let most = packet.size / 4
        let bytes = packet.beginning
        let count =
            Self.number(in: bytes, at: offset).flatMap { vendor in Self.number(in: bytes, at: offset + 4 + vendor) }
        let comments = min(count ?? most, most) + 1
        // Each is a block of its own, in two lists.
        copies = HeapBlock.size(packet.size) + HeapBlock.size(8 + 4 + 1, count: comments)
        // What they are stored in grows to three times what there is, while what was there before is kept.
        strings = HeapBlock.size(3 * packet.size + 256) + HeapBlock.size(packet.size)
    }

    private static func number(in bytes: [UInt8], at offset: Int) -> Int? {
        let bytes = bytes.dropFirst(offset).prefix(4)
        return bytes.count == 4 ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : nil
    }
}
