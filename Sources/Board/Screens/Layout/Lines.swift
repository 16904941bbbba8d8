extension Canvas {
    /// Returns the lines of a text within a width. Words are wrapped; the last line ends with an ellipsis if there is more.
    func lines(of text: String, _ style: Style, width: Int) -> [String] {
        let most = max(0, width / letter(style.fontSize).width)
        let limit = style.lineLimit ?? .max
        // Most texts are a short line.
        if text.utf8.count <= most, !text.utf8.contains(UInt8(ascii: "\n")) { return [text] }
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
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
