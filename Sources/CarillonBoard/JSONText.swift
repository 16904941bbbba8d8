/// JSON text, written from its beginning to its end.
package struct JSONText: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// Writes an object, whose keys and values `body` writes.
    package mutating func object(_ body: (inout JSONText) -> Void) { nest("{", "}", body) }

    /// Writes an array, whose elements `body` writes.
    package mutating func array(_ body: (inout JSONText) -> Void) { nest("[", "]", body) }

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
