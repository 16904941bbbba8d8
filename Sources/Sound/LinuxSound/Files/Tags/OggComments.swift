/// The comments of an Ogg file: its second packet, after that of the format. RFC 3533, section 6.
enum OggComments {
    /// The marks of the packet: Vorbis I, section 5, and RFC 7845, section 5.2.
    private static let markers = [Array("\u{3}vorbis".utf8), Array("OpusTags".utf8)]

    /// Returns the packet without its mark, as far as the source can be read; empty if there is none.
    static func packet(_ source: inout TagSource, from start: Int) -> [UInt8] {
        var (offset, number, packet) = (start, 0, [UInt8]())
        while number < 2, let head = source.bytes(at: offset, count: 27), head.starts(with: "OggS".utf8),
            let lacing = source.bytes(at: offset + 27, count: Int(head[26]))
        {
            offset += 27 + lacing.count
            for length in lacing where number < 2 {
                if number == 1 { packet += source.bytes(at: offset, atMost: Int(length)) }
                offset += Int(length)
                // A packet ends with a segment that is not full.
                if length < 255 { number += 1 }
            }
        }
        return markers.first { packet.starts(with: $0) }.map { Array(packet.dropFirst($0.count)) } ?? []
    }
}
