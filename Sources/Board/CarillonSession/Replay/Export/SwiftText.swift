import CLibrary

/// Texts of a session as parts of Swift code. A session may come from anybody, so none of its texts becomes code.
enum SwiftText {
    /// The maximum number of `#` around a literal without escapes.
    private static let mostMarks = 3

    /// Returns a string literal. Characters that cannot be shown are escaped.
    static func literal(_ text: String) -> String {
        text.debugDescription.unicodeScalars.map { scalar in
            scalar.isPrintable ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }.joined()
    }

    /// Returns a string literal without escapes, if the text can be shown and does not end the literal.
    static func rawLiteral(_ text: String) -> String {
        let marks = (1...mostMarks).map { String(repeating: "#", count: $0) }
            .first { !text.contains("\"\($0)") && !text.contains("\\\($0)") }
        // A text that begins with a quotation mark could begin a literal of several lines.
        guard let marks, !text.hasPrefix("\""), text.unicodeScalars.allSatisfy(\.isPrintable) else {
            return literal(text)
        }
        return "\(marks)\"\(text)\"\(marks)"
    }
}
