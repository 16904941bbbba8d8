import CarillonScheduling

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON text, written from its beginning to its end.
package struct JSONText: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// Returns the text of an object, whose fields `body` writes.
    package static func object(_ body: (inout JSONText) -> Void) -> [UInt8] {
        var json = JSONText()
        json.object(body)
        return json.bytes
    }

    /// Writes an object, whose keys and values `body` writes.
    package mutating func object(_ body: (inout JSONText) -> Void) { nest("{", "}", body) }

    /// Writes an array, whose elements `body` writes.
    package mutating func array(_ body: (inout JSONText) -> Void) { nest("[", "]", body) }

    /// Writes an array of these values.
    package mutating func array(of values: any JSONValue...) {
        array { json in for value in values { value.write(to: &json) } }
    }

    /// Writes a field of an object: a key with its value, or with null.
    package mutating func field(_ key: String, _ value: any JSONValue) {
        self.key(key)
        value.write(to: &self)
    }

    /// Writes a field with an object, whose fields `body` writes.
    package mutating func object(_ key: String, _ body: (inout JSONText) -> Void) {
        self.key(key)
        object(body)
    }

    /// Writes a field with an array, whose elements `body` writes.
    package mutating func array(_ key: String, _ body: (inout JSONText) -> Void) {
        self.key(key)
        array(body)
    }

    /// Writes the key of the next value.
    package mutating func key(_ key: String) {
        string(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case ..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "1")\(String(byte & 15, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func number(_ number: Int) { word("\(number)") }

    /// Writes a number; null if it is not finite.
    package mutating func number(_ number: Double) {
        if let whole = Int(exactly: number) { self.number(whole) } else { word(number.isFinite ? "\(number)" : "null") }
    }

    package mutating func bool(_ isTrue: Bool) { word(isTrue ? "true" : "false") }

    package mutating func null() { word("null") }

    /// Writes a value that is JSON already.
    package mutating func raw(_ json: [UInt8]) {
        separate()
        bytes += json
    }

    private mutating func word(_ word: String) {
        separate()
        bytes += word.utf8
    }

    private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONText) -> Void) {
        separate()
        bytes.append(UInt8(ascii: open))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

/// A value that JSON has a form for.
package protocol JSONValue: Sendable {
    func write(to json: inout JSONText)
}

extension String: JSONValue {
    package func write(to json: inout JSONText) { json.string(self) }
}

extension Int: JSONValue {
    package func write(to json: inout JSONText) { json.number(self) }
}

extension Double: JSONValue {
    package func write(to json: inout JSONText) { json.number(self) }
}

extension Bool: JSONValue {
    package func write(to json: inout JSONText) { json.bool(self) }
}

/// The whole nanoseconds.
extension Duration: JSONValue {
    package func write(to json: inout JSONText) { json.number(Int(wholeNanoseconds)) }
}

extension Optional: JSONValue where Wrapped: JSONValue {
    package func write(to json: inout JSONText) { if let self { self.write(to: &json) } else { json.null() } }
}

extension Array: JSONValue where Element: JSONValue {
    package func write(to json: inout JSONText) { json.array { json in for value in self { value.write(to: &json) } } }
}

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
