#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONDecoder {
    /// Decodes a text that comes from outside: from a network, a foreign session, or a file that a person has edited.
    ///
    /// The decoder of Swift 6.0 ends the program at the key of an object that it cannot read. Therefore all strings are checked
    /// before.
    ///
    /// - Throws: `DecodingError`.
    package func decode<Value: Decodable>(_ type: Value.Type, fromOutside json: [UInt8]) throws -> Value {
        guard JSONStrings.areReadable(in: json) else {
            let reason = "a string has a character or an escape that JSON does not have"
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: reason))
        }
        return try decode(type, from: Data(json))
    }
}

/// The strings of a JSON text. RFC 8259, section 7.
package enum JSONStrings {
    /// Returns whether the text is UTF-8, and all of its strings consist of characters and escapes that JSON has.
    package static func areReadable(in json: [UInt8]) -> Bool {
        guard String(validating: json, as: UTF8.self) != nil else { return false }
        var rest = json[...]
        var isInString = false
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "\\") where isInString: guard skipEscape(in: &rest) else { return false }
            case ..<0x20 where isInString: return false
            default: break
            }
        }
        return true
    }

    /// Removes the rest of an escape after its backslash. Returns whether it is one.
    private static func skipEscape(in rest: inout ArraySlice<UInt8>) -> Bool {
        guard let kind = rest.popFirst() else { return false }
        guard kind == UInt8(ascii: "u") else { return #""\/bfnrt"#.utf8.contains(kind) }
        guard let unit = codeUnit(in: &rest) else { return false }
        guard UTF16.isSurrogate(unit) else { return true }
        // The second half is an escape, too.
        guard UTF16.isLeadSurrogate(unit), rest.starts(with: #"\u"#.utf8) else { return false }
        rest.removeFirst(2)
        return codeUnit(in: &rest).map(UTF16.isTrailSurrogate) ?? false
    }

    /// Removes four hexadecimal digits.
    private static func codeUnit(in rest: inout ArraySlice<UInt8>) -> UInt16? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        rest.removeFirst(4)
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
