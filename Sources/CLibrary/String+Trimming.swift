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
