extension Canvas {
    /// Returns the lines of a text within a width. Words are wrapped; the last line ends with an ellipsis if there is more.
    func lines(of text: String, _ style: Style, width: Int) -> [String] {
        let most = max(0, width / letter(style.fontSize).width)
        let limit = style.lineLimit ?? .max
        // Most texts are a short line.
        if text.utf8.count <= most, !text.utf8.contains(where: beginsSpecialCharacter) { return [text] }
        let visible = text.filter { !$0.isInvisible }
        var lines: [String] = []
        for paragraph in visible.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var rest = paragraph
            while rest.count > most, most > 0, lines.count < limit - 1 {
                let line = rest.prefix(most + 1)
                let space = line.lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil }
                let end = space ?? line.dropLast().endIndex
                lines.append(String(rest[..<end]))
                rest = rest[end...].drop { $0 == " " }
            }
            lines.append(String(rest))
            if lines.count > limit { break }
        }
        let isCut = lines.count > limit
        lines = Array(lines.prefix(limit))
        guard let last = lines.last, isCut || last.count > most else { return lines }
        lines[lines.count - 1] = String((last.prefix(max(0, min(last.count, most - 1))) + "…").prefix(most))
        return lines
    }
}

/// Whether a byte of UTF-8 can begin a line break or an invisible character.
private func beginsSpecialCharacter(_ byte: UInt8) -> Bool {
    (0x0a...0x0d).contains(byte) || byte == 0xc2 || byte == 0xe2 || byte == 0xef
}

extension Character {
    /// Whether it only directs the text around it: a mark of the direction, a soft hyphen, a space of no width.
    fileprivate var isInvisible: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0xad, 0x200b...0x200f, 0x202a...0x202e, 0x2060...0x206f, 0xfeff: true
            default: false
            }
        }
    }
}
