/// The style of text in a terminal. Colours are from the terminal's palette, so that they are readable on any
/// background.
package enum Style: String {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case boldGreen = "1;32"
}

/// A line of text in several styles, with a known width.
package struct StyledText {
    private var pieces: [(text: String, style: Style)] = []

    package init(_ text: String = "", _ style: Style = .plain) {
        append(text, style)
    }

    /// The width in characters.
    package var width: Int { pieces.reduce(0) { $0 + $1.text.count } }

    package mutating func append(_ text: String, _ style: Style = .plain) {
        if !text.isEmpty { pieces.append((text, style)) }
    }

    package mutating func append(_ other: StyledText) { pieces += other.pieces }

    package static func + (first: StyledText, second: StyledText) -> StyledText {
        var both = first
        both.append(second)
        return both
    }

    /// Returns the text padded with spaces to `width` characters.
    ///
    /// - Parameter isOnRight: Whether the text is aligned to the right.
    package func padded(to width: Int, isOnRight: Bool = false) -> StyledText {
        let space = StyledText(String(repeating: " ", count: max(0, width - self.width)))
        return isOnRight ? space + self : self + space
    }

    /// Returns the text truncated to `width` characters, with an ellipsis if it was longer.
    package func shortened(to width: Int) -> StyledText {
        guard self.width > width else { return self }
        guard width > 0 else { return StyledText() }
        var room = width - 1
        var shortened = StyledText()
        for (piece, style) in pieces where room > 0 {
            shortened.append(String(piece.prefix(room)), style)
            room -= min(room, piece.count)
        }
        shortened.append("…", pieces.last?.style ?? .plain)
        return shortened
    }

    /// Returns the text for a terminal of `width` characters, without spaces at the end.
    package func text(width: Int, isColored: Bool) -> String {
        var text = ""
        for (piece, style) in shortened(to: width).pieces {
            text += isColored && style != .plain ? "\u{1b}[\(style.rawValue)m\(piece)\u{1b}[0m" : piece
        }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Returns the text for a terminal, cut at its width.
    package func text(on terminal: Terminal) -> String { text(width: terminal.width, isColored: terminal.isColored) }
}
