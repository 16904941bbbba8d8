/// The CRC-32 of Ethernet, gzip and PNG.
package enum CRC32 {
    /// The remainders of all values of four bits. A table for bytes would be twice as fast and 16 times as large.
    private static let remainders: [UInt32] = (0..<16).map { value in
        (0..<4).reduce(UInt32(value)) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320 }
    }

    /// Returns the checksum of some bytes.
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        var rest: UInt32 = 0xFFFF_FFFF
        remainders.withUnsafeBufferPointer { remainders in
            for byte in bytes {
                rest ^= UInt32(byte)
                rest = rest >> 4 ^ remainders[Int(rest & 15)]
                rest = rest >> 4 ^ remainders[Int(rest & 15)]
            }
        }
        return ~rest
    }
}
