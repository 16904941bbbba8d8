import CarillonAudio

/// A page of an Ogg file: RFC 3533, section 6.
struct OggPage {
    /// The length of the header, without the lacing values that follow it.
    static let headerLength = 27
    /// The maximum length of a page: 255 lacing values and as many pieces of 255 bytes.
    static let maximumBytes = headerLength + 255 + maximumBodyBytes
    static let maximumBodyBytes = 255 * 255

    private let header: ArraySlice<UInt8>
    /// The lengths of the packets' pieces in the body. A packet ends with each value below 255.
    let lacing: ArraySlice<UInt8>

    /// Reads the header at the start of `bytes`; nil if there is none, or if it is incomplete.
    init?(_ bytes: ArraySlice<UInt8>) {
        header = bytes.prefix(Self.headerLength)
        guard header.count == Self.headerLength, header.starts(with: "OggS".utf8) else { return nil }
        lacing = bytes.dropFirst(Self.headerLength).prefix(Int(bytes[bytes.startIndex + 26]))
        guard lacing.count == bytes[bytes.startIndex + 26] else { return nil }
    }

    var version: UInt8 { self[4] }
    /// Whether the first packet began on an earlier page.
    var isContinued: Bool { self[5] & 1 != 0 }
    /// Whether it is the first page of its stream.
    var isFirst: Bool { self[5] & 2 != 0 }
    /// Whether it is the last page of its stream.
    var isLast: Bool { self[5] & 4 != 0 }
    /// The number of frames up to the end of the page's last packet; the highest number if no packet ends on it.
    var position: UInt64 { UInt64(number(at: 6)) | UInt64(number(at: 10)) << 32 }
    /// The number of the page's stream.
    var stream: UInt32 { number(at: 14) }
    /// The number of the page in its stream.
    var number: UInt32 { number(at: 18) }

    var bodyLength: Int { lacing.reduce(0) { $0 + Int($1) } }
    var length: Int { Self.headerLength + lacing.count + bodyLength }
    /// Whether a packet ends on the page.
    var endsPacket: Bool { lacing.contains { $0 < 255 } }

    /// Returns whether the checksum is correct.
    ///
    /// - Parameter bytes: The whole page.
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

    /// CRC-32 with the polynomial 0x04C11DB7, most significant bit first, nothing inverted.
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>, after sum: UInt32 = 0) -> UInt32 {
        bytes.reduce(sum) { $0 << 8 ^ table[Int($0 >> 24) ^ Int($1)] }
    }
}
