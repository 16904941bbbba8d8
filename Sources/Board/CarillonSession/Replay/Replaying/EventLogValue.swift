/// A value in a line of an event log, with the fields that its text shows: `Lamp(level: 3, isOn: true)`.
struct EventLogValue {
    /// A field that differs.
    struct Change: Equatable {
        /// The names of the field and of those around it: `lamp.level`; empty for the whole value.
        let path: String
        let before: Substring
        let after: Substring
    }

    /// The fields of two values of which one has another type than before.
    struct Comparison: Equatable {
        var changes: [Change] = []
        /// The fields that the first value lacks.
        var added: [String] = []
        /// The fields that the second value lacks.
        var removed: [String] = []
    }

    private let text: Substring
    /// The name of the type and the fields; nil if the text shows none.
    private let parts: (type: Substring, fields: [(name: Substring, value: Substring)])?

    init(_ text: Substring) {
        self.text = text
        parts = Self.parts(of: text)
    }

    /// Whether the text has been cut off, because it was too long for a session.
    private var isCut: Bool { text.hasSuffix(EventLogLine.cut) }

    /// Compares the values of the fields that both have.
    func compare(to other: EventLogValue, at path: String = "", into result: inout Comparison) {
        guard let before = parts, let after = other.parts, before.type == after.type else {
            let isEqual = isCut ? other.text.utf8.starts(with: text.withoutCut) : text == other.text
            if !isEqual { result.changes.append(Change(path: path, before: text, after: other.text)) }
            return
        }
        func full(_ name: Substring) -> String { path.isEmpty ? String(name) : "\(path).\(name)" }
        for (name, value) in before.fields {
            if let match = after.fields.first(where: { $0.name == name }) {
                EventLogValue(value).compare(to: EventLogValue(match.value), at: full(name), into: &result)
            } else {
                result.removed.append(full(name))
            }
        }
        guard !isCut else { return }
        result.added += after.fields.filter { field in !before.fields.contains { $0.name == field.name } }
            .map { full($0.name) }
    }

    /// Splits `Type(name: value, name: value)`.
    private static func parts(
        of text: Substring
    ) -> (type: Substring, fields: [(name: Substring, value: Substring)])? {
        let bytes = text.utf8
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")), open > bytes.startIndex else { return nil }
        var fields: [(name: Substring, value: Substring)] = []
        var (depth, isQuoted, isEscaped) = (0, false, false)
        var start = bytes.index(after: open)
        func add(until end: Substring.Index) -> Bool {
            let piece = text[start..<end].drop { $0 == " " }
            guard let colon = piece.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
            let (name, value) = (piece[..<colon], piece[colon...].dropFirst())
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), value.first == " " else {
                return false
            }
            fields.append((name, value.dropFirst()))
            return true
        }
        for index in bytes[start...].indices {
            let byte = bytes[index]
            guard !isQuoted else {
                if !isEscaped, byte == UInt8(ascii: "\"") { isQuoted = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isQuoted = true
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")") where depth == 0:
                guard bytes.index(after: index) == bytes.endIndex, add(until: index) else { return nil }
                return (text[..<open], fields)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                guard add(until: index) else { return nil }
                start = bytes.index(after: index)
            default: break
            }
        }
        // A text that has been cut off has no end. Its last field is a part.
        guard text.hasSuffix(EventLogLine.cut) else { return nil }
        if !add(until: text.endIndex), fields.isEmpty { return nil }
        return (text[..<open], fields)
    }
}

extension Substring {
    /// The bytes without the mark of a text that has been cut off, and without the character that it was cut in.
    var withoutCut: Substring.UTF8View.SubSequence {
        let rest = hasSuffix(EventLogLine.cut) ? dropLast() : self
        return (rest.hasSuffix("\u{FFFD}") ? rest.dropLast() : rest).utf8[...]
    }
}
