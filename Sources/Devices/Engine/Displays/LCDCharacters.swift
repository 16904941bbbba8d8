/// The characters of an LCD: those of its ROM, and the patterns of the eight that a program defines.
///
/// Tables and figures refer to the data sheet, Hitachi HD44780U ADE-207-272(Z) Rev 0.0. Modules that are sold in Europe and in the
/// USA mostly have ROM A00.
enum LCDCharacters {
    /// The dots of a character: eight rows from top to bottom, each with five dots, the left one in bit 4 (table 5).
    typealias Pattern = [UInt8]

    /// A space.
    static let space = UInt8(0x20)
    /// All dots of a cell.
    static let full = UInt8(0xff)

    /// Returns the code of a character in ROM A00 (table 4); nil if the ROM does not have it.
    static func code(of character: Character) -> UInt8? {
        if let code = special[character] { return code }
        guard let ascii = character.asciiValue, (0x20...0x7d).contains(ascii), ascii != 0x5c else { return nil }
        return ascii
    }

    /// Returns the pattern of a character that the ROM does not have; nil if it has none here either.
    ///
    /// Blocks of Unicode are shares of a cell: of its five columns from the left, or of its eight rows from the bottom.
    static func pattern(of character: Character) -> Pattern? {
        if let columns = columns(of: character) {
            return Array(repeating: 0x1f << (5 - UInt8(columns)) & 0x1f, count: 8)
        }
        if let rows = rows(of: character) { return (0..<8).map { $0 < 8 - rows ? 0 : 0x1f } }
        guard Font.contains(character) else { return nil }
        let columns = Array(Font.columns(of: character))
        return (0..<8).map { row in
            columns.reduce(UInt8(0)) { dots, column in dots << 1 | column >> UInt8(row) & 1 }
        }
    }

    /// Returns the code of a character of the ROM that stands for a pattern, for text with more than eight patterns.
    static func substitute(for character: Character) -> UInt8 {
        if let columns = columns(of: character) { return columns > 2 ? full : space }
        if let rows = rows(of: character) { return rows > 4 ? full : space }
        return (substitutes[character] ?? PlainLetters.plain(character))?.asciiValue ?? UInt8(ascii: "?")
    }

    /// Returns the lit columns, from 1 to 4, of a block at the left of a cell.
    private static func columns(of character: Character) -> Int? {
        guard let scalar = character.unicodeScalars.first, (0x2589...0x258f).contains(scalar.value) else { return nil }
        let eighths = 0x2590 - Int(scalar.value)
        return max(1, (eighths * 5 + 4) / 8)
    }

    /// Returns the lit rows, from 1 to 7, of a block at the bottom of a cell.
    private static func rows(of character: Character) -> Int? {
        guard let scalar = character.unicodeScalars.first, (0x2581...0x2587).contains(scalar.value) else { return nil }
        return Int(scalar.value) - 0x2580
    }

    private static let special: [Character: UInt8] = [
        "ä": 0xe1, "ß": 0xe2, "µ": 0xe4, "μ": 0xe4, "ñ": 0xee, "ö": 0xef, "ü": 0xf5, "°": 0xdf, "¥": 0x5c, "→": 0x7e,
        "←": 0x7f,
        "·": 0xa5, "√": 0xe8, "¢": 0xec, "£": 0xed, "∞": 0xf3, "Ω": 0xf4, "Σ": 0xf6, "π": 0xf7, "÷": 0xfd, "█": full,
        "\u{a0}": space,
    ]

    private static let substitutes: [Character: Character] = ["\\": "/", "~": "-", "…": "."]
}
