import CarillonAudio

/// A page of an Ogg file: RFC 3533, section 6.
struct OggPage {
    /// How long the header is, without the lacing values that follow it.
    static let headerLength = 27
    /// How long a page is at most: 255 lacing values and as many pieces of 255 bytes.
    static let mostBytes = headerLength + 255 + mostBodyBytes
    static let mostBodyBytes = 255 * 255

    private let header: ArraySlice<UInt8>
    /// How much of the body belongs to which packet: one ends with each value below 255.
    let lacing: ArraySlice<UInt8>

    /// The page whose header begins where `bytes` do; nil if there is none, or if not all of its header is there.
    init?(_ bytes: ArraySlice<UInt8>) {
        header = bytes.prefix(Self.headerLength)
        guard header.count == Self.headerLength, header.starts(with: "OggS".utf8) else { return nil }
        lacing = bytes.dropFirst(Self.headerLength).prefix(Int(bytes[bytes.startIndex + 26]))
        guard lacing.count == bytes[bytes.startIndex + 26] else { return nil }
    }

    var version: UInt8 { self[4] }
    /// Whether the first packet has begun on a page before this one.
    var isContinued: Bool { self[5] & 1 != 0 }
    /// Whether it is the first page of its stream.
    var isFirst: Bool { self[5] & 2 != 0 }
    /// Whether it is the last page of its stream.
    var isLast: Bool { self[5] & 4 != 0 }
    /// How many frames there have been when its last packet ends; the highest number if none does.
    var position: UInt64 { UInt64(number(at: 6)) | UInt64(number(at: 10)) << 32 }
    /// Which of the streams in the file it belongs to.
    var stream: UInt32 { number(at: 14) }
    /// Pages of a stream are numbered.
    var number: UInt32 { number(at: 18) }

    var bodyLength: Int { lacing.reduce(0) { $0 + Int($1) } }
    var length: Int { Self.headerLength + lacing.count + bodyLength }
    /// Whether a packet ends on it.
    var endsPacket: Bool { lacing.contains { $0 < 255 } }

    /// Whether the checksum is right.
    ///
    /// - Parameter bytes: All of the page.
    func isIntact(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count == length else { return false }
        let body = bytes.dropFirst(26)
        let sum = Self.checksum(body, after: Self.checksum([0, 0, 0, 0], after: Self.checksum(header.prefix(22))))
        return sum == number(at: 22)
    }

    private subscript(offset: Int) -> UInt8 { header[header.startIndex + offset] }

    private func number(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << UInt32(8 * $1) }
    }

    /// The polynomial 0x04C11DB7, the highest bit first, nothing inverted.
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>, after sum: UInt32 = 0) -> UInt32 {
        bytes.reduce(sum) { $0 << 8 ^ table[Int($0 >> 24) ^ Int($1)] }
    }
}
