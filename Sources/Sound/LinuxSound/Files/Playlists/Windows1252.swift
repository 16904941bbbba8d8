/// Windows-1252, the usual character set of texts that are not UTF-8.
package enum Windows1252 {
    /// The characters from 0x80 to 0x9F. The rest is Latin-1.
    private static let others = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(0x80...0x9F ~= byte ? others[Int(byte) - 0x80] : Unicode.Scalar(byte)) }
        return String(scalars)
    }

    /// Returns a text in Windows-1252; nil if it has other characters.
    static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let index = others.firstIndex(of: scalar) {
                bytes.append(UInt8(0x80 + index))
            } else if scalar.value < 0x80 || 0xA0...0xFF ~= scalar.value {
                bytes.append(UInt8(scalar.value))
            } else {
                return nil
            }
        }
        return bytes
    }

    /// Returns a text in UTF-8, with U+FFFD for letters that are cut; a text in Windows-1252 if it is not UTF-8.
    package static func text(unlessUTF8 bytes: some Collection<UInt8>) -> String {
        let decoded = String(decoding: bytes, as: UTF8.self)
        let faults = decoded.unicodeScalars.count { $0 == "\u{FFFD}" }
        let letters = decoded.unicodeScalars.count { $0.value >= 0x80 } - faults
        return faults == 0 || letters >= faults || isCut(Array(bytes)) ? decoded : text(bytes)
    }

    /// Whether a text ends within its only letter beyond ASCII: with two or three bytes of a longer one, or with a byte that
    /// would be a capital letter after a small one in Windows-1252.
    private static func isCut(_ bytes: [UInt8]) -> Bool {
        let rest = Array(bytes.drop { $0 < 0x80 })
        switch rest.count {
        case 1: return 0xC2...0xDE ~= rest[0] && 0x61...0x7A ~= (bytes.dropLast().last ?? 0)
        case 2...3: return 0xE0...0xF4 ~= rest[0] && rest.dropFirst().allSatisfy { 0x80...0xBF ~= $0 }
        default: return false
        }
    }
}
