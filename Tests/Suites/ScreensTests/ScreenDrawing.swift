import CarillonDevices

/// A picture of a display of dots next to an LCD, for the documentation.
struct ScreenDrawing {
    let dots: Picture
    let rows: [String]

    private static let dot = 3
    private static let (margin, gap, row, letter) = (12, 24, 36, 18)

    var svg: String {
        let (columns, lines) = (rows.first?.count ?? 0, rows.count)
        let panel = (width: dots.width * Self.dot + 2 * Self.margin, height: dots.height * Self.dot + 2 * Self.margin)
        let lcd = (width: columns * Self.letter + 2 * Self.margin, height: lines * Self.row + 2 * Self.margin)
        let (width, height) = (panel.width + Self.gap + lcd.width, max(panel.height, lcd.height))
        let left = panel.width + Self.gap
        let texts = rows.enumerated().map { number, text in
            let y = Self.margin + number * Self.row + Self.row * 3 / 4
            return text.enumerated().filter { $0.element != " " }.map { column, letter in
                let x = left + Self.margin + column * Self.letter + Self.letter / 2
                return "<text x=\"\(x)\" y=\"\(y)\">\(Self.escaped(letter))</text>"
            }.joined()
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            <rect width="\(panel.width)" height="\(panel.height)" rx="6" fill="#10141a"/>
            <g transform="translate(\(Self.margin) \(Self.margin)) scale(\(Self.dot))">
            <path stroke="#bfe3ff" stroke-width=".9" stroke-dasharray=".9 .1" d="\(path)"/>
            </g>
            <rect x="\(left)" width="\(lcd.width)" height="\(lcd.height)" rx="6" fill="#3b6ea8"/>
            <g fill="#fff" font-family="monospace" font-size="24" text-anchor="middle">
            \(texts.joined(separator: "\n"))
            </g>
            </svg>

            """
    }

    /// A line for each run of lit dots in a row; its dashes are the dots.
    private var path: String {
        var path = ""
        for y in 0..<dots.height {
            var run = 0
            for x in 0...dots.width {
                if dots[x, y] {
                    run += 1
                } else if run > 0 {
                    path += "M\(x - run) \(y).5h\(run)"
                    run = 0
                }
            }
        }
        return path
    }

    private static func escaped(_ letter: Character) -> String {
        switch letter {
        case "<": "&lt;"
        case ">": "&gt;"
        case "&": "&amp;"
        default: String(letter)
        }
    }
}
