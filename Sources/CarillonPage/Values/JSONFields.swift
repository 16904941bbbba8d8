/// The fields of a JSON object whose values are texts, numbers, true, false or null: the body of a request.
package struct JSONFields {
    /// A value. `null` is left out of the fields.
    package enum Value: Equatable {
        case text(String)
        case number(Double)
        case bool(Bool)
    }

    /// A body that is not such an object.
    package struct Malformed: Error {}

    private var fields: [String: Value?] = [:]
    private var rest: ArraySlice<UInt8>

    /// Reads an object. A key that is there twice is malformed, because its reader could mean either.
    package init(_ json: [UInt8]) throws(Malformed) {
        rest = json[...]
        try take("{")
        if !has("}") {
            repeat { try readField() } while has(",")
            try take("}")
        }
        skipSpace()
        guard rest.isEmpty else { throw Malformed() }
    }

    /// Returns the value of a key; nil if it is missing or null.
    package subscript(key: String) -> Value? { fields[key] ?? nil }

    /// Returns the text of a key; nil if it is missing or something else.
    package func text(_ key: String) -> String? { if case .text(let text) = fields[key] { text } else { nil } }

    /// Returns the number of a key; nil if it is missing or something else.
    package func number(_ key: String) -> Double? { if case .number(let number) = fields[key] { number } else { nil } }

    private mutating func readField() throws(Malformed) {
        let key = try string()
        try take(":")
        let value = try value()
        guard fields.updateValue(value, forKey: key) == nil else { throw Malformed() }
    }

    private mutating func value() throws(Malformed) -> Value? {
        skipSpace()
        guard let first = rest.first else { throw Malformed() }
        if first == UInt8(ascii: "\"") { return .text(try string()) }
        let word = rest.prefix { !", }\n\r\t".utf8.contains($0) }
        rest = rest.dropFirst(word.count)
        let text = String(decoding: word, as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return nil
        default:
            // Swift also reads hexadecimal numbers, infinity and NaN.
            guard word.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite
            else { throw Malformed() }
            return .number(number)
        }
    }

    private mutating func string() throws(Malformed) -> String {
        try take("\"")
        var units: [UInt16] = []
        var bytes: [UInt8] = []
        var text = ""
        // Escaped characters are UTF-16, all others UTF-8.
        func flushed(_ text: String) -> String {
            text + (units.isEmpty ? String(decoding: bytes, as: UTF8.self) : String(decoding: units, as: UTF16.self))
        }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return flushed(text)
            case UInt8(ascii: "\\"):
                if !bytes.isEmpty { (text, bytes) = (flushed(text), []) }
                units.append(try escaped())
            case ..<0x20: throw Malformed()
            default:
                if !units.isEmpty { (text, units) = (flushed(text), []) }
                bytes.append(byte)
            }
        }
        throw Malformed()
    }

    private mutating func escaped() throws(Malformed) -> UInt16 {
        guard let byte = rest.popFirst() else { throw Malformed() }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            let digits = rest.prefix(4)
            rest = rest.dropFirst(4)
            guard digits.count == 4, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
                let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw Malformed() }
            return unit
        default: throw Malformed()
        }
    }

    private mutating func skipSpace() { rest = rest.drop { " \n\r\t".utf8.contains($0) } }

    private mutating func has(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func take(_ character: Unicode.Scalar) throws(Malformed) {
        guard has(character) else { throw Malformed() }
    }
}

extension JSONFields.Value: CustomStringConvertible {
    package var description: String {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .bool(let isOn): isOn ? "on" : "off"
        }
    }
}
