extension StringProtocol {
    /// The text without the white space at its ends.
    package var trimmed: String { trimmed(of: \.isWhitespace) }

    /// The text without the characters at its ends that are spare.
    package func trimmed(of isSpare: (Character) -> Bool) -> String {
        var text = drop(while: isSpare)
        while let last = text.last, isSpare(last) { text.removeLast() }
        return String(text)
    }
}
