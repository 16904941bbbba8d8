/// The cells of an LCD, and the patterns of its eight programmable characters.
struct LCDScreen: Equatable {
    /// The codes of the cells, row by row.
    private(set) var cells: [UInt8]
    /// The patterns of the codes 0 to 7; nil for those that no text has needed.
    private(set) var patterns: [LCDCharacters.Pattern?]

    /// Creates an empty screen.
    init(_ size: LCD.Size) {
        cells = Array(repeating: LCDCharacters.space, count: size.columns * size.rows)
        patterns = Array(repeating: nil, count: 8)
    }

    /// Shows text from the top left. A line that is longer than the screen continues on the next row; text below the last row is
    /// omitted.
    ///
    /// Patterns keep their codes as long as text needs them. A pattern that is new takes a code that shows nothing, if there
    /// is one, so that no cell flickers.
    mutating func show(_ text: String, _ size: LCD.Size) {
        let characters = Self.laidOut(text, size)
        var needed: [LCDCharacters.Pattern] = []
        for case let character? in characters where LCDCharacters.code(of: character) == nil {
            guard let pattern = LCDCharacters.pattern(of: character) else { continue }
            if needed.count < patterns.count, !needed.contains(pattern) { needed.append(pattern) }
        }
        for pattern in needed where !patterns.contains(pattern) { patterns[code(without: needed)] = pattern }
        cells = characters.map { character in
            guard let character else { return LCDCharacters.space }
            if let code = LCDCharacters.code(of: character) { return code }
            let pattern = LCDCharacters.pattern(of: character)
            let place = pattern.flatMap { needed.contains($0) ? patterns.firstIndex(of: $0) : nil }
            return place.map(UInt8.init) ?? LCDCharacters.substitute(for: character)
        }
    }

    /// Returns a code whose pattern is not among the needed ones, of which there are at most eight.
    private func code(without needed: [LCDCharacters.Pattern]) -> Int {
        let free = patterns.indices.filter { index in patterns[index].map { !needed.contains($0) } ?? true }
        let unseen = free.first { !cells.contains(UInt8($0)) }
        return unseen ?? free.first ?? 0
    }

    /// Returns the character of each cell; nil for none.
    private static func laidOut(_ text: String, _ size: LCD.Size) -> [Character?] {
        var characters = [Character?](repeating: nil, count: size.columns * size.rows)
        var (column, row) = (0, 0)
        for character in text {
            if character.isNewline || column == size.columns { (column, row) = (0, row + 1) }
            guard row < size.rows else { break }
            guard !character.isNewline else { continue }
            characters[row * size.columns + column] = character
            column += 1
        }
        return characters
    }
}
