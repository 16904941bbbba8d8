/// The pages of an Ogg file, each of which has a checksum: RFC 3533, section 6.
enum OggPage {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }

    /// Corrects the checksums of all pages up to the first invalid page.
    static func repairChecksums(of bytes: inout [UInt8]) {
        var start = 0
        while bytes[start...].starts(with: "OggS".utf8), start + 27 <= bytes.count {
            let segments = bytes[(start + 27)...].prefix(Int(bytes[start + 26]))
            let end = min(start + 27 + segments.count + segments.reduce(0) { $0 + Int($1) }, bytes.count)
            for index in 22..<26 { bytes[start + index] = 0 }
            let sum = bytes[start..<end].reduce(UInt32(0)) { $0 << 8 ^ table[Int($0 >> 24) ^ Int($1)] }
            for index in 0..<4 { bytes[start + 22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
            start = end
        }
    }
}
