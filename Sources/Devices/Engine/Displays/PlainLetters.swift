/// Letters and signs of ASCII for similar ones that a display cannot show.
enum PlainLetters {
    /// Returns a similar character of ASCII, such as `o` for `ó`; nil if there is none.
    static func plain(_ character: Character) -> Character? {
        if let plain = plain[character] { return plain }
        // A letter with marks of its own, such as a ring below.
        let scalars = character.unicodeScalars
        guard scalars.count > 1, let first = scalars.first, first.isASCII,
            scalars.dropFirst().allSatisfy({ isMark($0) })
        else { return nil }
        return Character(first)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    private static let plain: [Character: Character] = {
        var plain: [Character: Character] = [:]
        for (letter, others) in similar { for other in others { plain[other] = letter } }
        return plain
    }()

    /// European letters with marks, ligatures, and the signs of typography.
    private static let similar: KeyValuePairs<Character, String> = [
        "A": "ÀÁÂÃÄÅÆĀĂĄ", "C": "ÇĆĈĊČ", "D": "ÐĎĐ", "E": "ÈÉÊËĒĔĖĘĚ", "G": "ĜĞĠĢ", "H": "ĤĦ", "I": "ÌÍÎÏĨĪĬĮİ",
        "J": "Ĵ",
        "K": "Ķ", "L": "ĹĻĽĿŁ", "N": "ÑŃŅŇŊ", "O": "ÒÓÔÕÖØŌŎŐŒ", "R": "ŔŖŘ", "S": "ŚŜŞŠȘẞ", "T": "ŢŤŦȚÞ",
        "U": "ÙÚÛÜŨŪŬŮŰŲ",
        "W": "Ŵ", "Y": "ÝŶŸ", "Z": "ŹŻŽ",
        "a": "àáâãäåæāăą", "c": "çćĉċč", "d": "ðďđ", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭįı",
        "j": "ĵ",
        "k": "ķĸ", "l": "ĺļľŀł", "n": "ñńņňŉŋ", "o": "òóôõöøōŏőœ", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧțþ",
        "u": "ùúûüũūŭůűų",
        "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
        "'": "‘’‚‛′´", "\"": "“”„‟″«»", "-": "‐‑‒–—―−", "*": "•·×", "<": "←‹", ">": "→›", "E": "€", "/": "÷", "!": "¡",
        "?": "¿",
        " ": "\u{a0}\u{2002}\u{2003}\u{2007}\u{2009}\u{202f}",
    ]
}
