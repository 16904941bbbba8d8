/// Bytes as text, as in RFC 4648.
package enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the text of bytes.
    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let three = bytes[start..<min(start + 3, bytes.count)]
            let bits = three.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - three.count))
            for place in 0..<4 {
                text.append(place <= three.count ? digits[bits >> (6 * (3 - place)) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a text; nil if it is malformed.
    package static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count) = (0, 0)
        for character in text.utf8.prefix(while: { $0 != UInt8(ascii: "=") }) {
            guard let digit = digits.firstIndex(of: character) else { return nil }
            (bits, count) = (bits << 6 | digit, count + 6)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            bits &= 1 << count - 1
        }
        return text.utf8.count % 4 == 0 ? bytes : nil
    }
}
