extension StringProtocol {
    /// The text without the white space at its ends.
    package var trimmed: String { trimmed(of: \.isWhitespace) }

    /// Returns the text without the spare characters at its ends.
    package func trimmed(of isSpare: (Character) -> Bool) -> String {
        var text = drop(while: isSpare)
        while let last = text.last, isSpare(last) { text.removeLast() }
        return String(text)
    }
}

extension String {
    /// The text with `?` for characters that must not reach the terminal, see `Unicode.Scalar.isPrintable`.
    package var printable: String { String(UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "?" })) }
}

extension Unicode.Scalar {
    /// Whether this is neither a control character nor a line end, and does not reverse the text after it.
    package var isPrintable: Bool {
        switch value {
        case ..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}
