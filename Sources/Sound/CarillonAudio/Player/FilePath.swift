/// Paths of files as texts.
///
/// A name in a file system is a sequence of bytes. That of an old medium may not be UTF-8. Each byte that is not is then kept
/// as a character that nothing else uses, from U+10FE80 to U+10FEFF, so that the file can be opened.
package enum FilePath {
    /// The character of byte 0, which is not used itself.
    private static let base: UInt32 = 0x10_FE00
    private static let kept = (base + 0x80)...(base + 0xFF)

    /// Returns the text of a path or a name.
    package static func text(of bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let isExact = text.utf8.elementsEqual(bytes) && !text.unicodeScalars.contains { kept.contains($0.value) }
        if isExact { return text }
        var (scalars, rest) = (String.UnicodeScalarView(), bytes[...])
        while let first = rest.first {
            var (parser, iterator) = (Unicode.UTF8.ForwardParser(), rest.makeIterator())
            if case .valid(let encoded) = parser.parseScalar(from: &iterator),
                case let scalar = Unicode.UTF8.decode(encoded), !kept.contains(scalar.value)
            {
                scalars.append(scalar)
                rest = rest.dropFirst(encoded.count)
            } else {
                scalars.append(Unicode.Scalar(base + UInt32(first))!)
                rest = rest.dropFirst()
            }
        }
        return String(scalars)
    }

    /// Returns the bytes of a path, ended by zero, as the system takes them.
    package static func cString(_ path: String) -> [CChar] {
        let bytes = path.unicodeScalars.flatMap { scalar in
            byte(scalar).map { [$0] } ?? Array(UTF8.encode(scalar).map { Array($0) } ?? [])
        }
        return bytes.map { CChar(bitPattern: $0) } + [0]
    }

    /// Returns a path as it can be shown: with U+FFFD for each byte that is not UTF-8.
    package static func shown(_ path: String) -> String {
        guard path.unicodeScalars.contains(where: { kept.contains($0.value) }) else { return path }
        return String(String.UnicodeScalarView(path.unicodeScalars.map { byte($0) == nil ? $0 : "\u{FFFD}" }))
    }

    /// Returns the byte that a character stands for; nil for other characters.
    package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        kept.contains(scalar.value) ? UInt8(scalar.value - base) : nil
    }
}
