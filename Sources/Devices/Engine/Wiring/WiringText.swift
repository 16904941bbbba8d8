/// The rules for texts and names in a wiring. Users read and type them, so each character must be visible and unmistakable.
enum WiringText {
    /// Returns the reason why a text cannot be shown as it is; nil if it can.
    static func problem(of text: String) -> String? {
        var isAfterEmoji = false
        for scalar in text.unicodeScalars {
            // These two choose the form of the emoji before them.
            let isForm = (0xFE0E...0xFE0F).contains(scalar.value) && isAfterEmoji
            guard scalar.isVisible || isForm else {
                return "\"\(shown(text))\" has the invisible character \(code(scalar)); remove it"
            }
            isAfterEmoji = scalar.properties.isEmoji
        }
        return nil
    }

    /// Returns the reason why a text cannot be a name; nil if it can.
    static func problem(ofName name: String) -> String? {
        if let problem = problem(of: name) { return problem }
        let scalars = name.unicodeScalars
        guard scalars.contains(where: { !$0.isBlank }) else { return "the name has only blanks; use letters" }
        if scalars.first?.isBlank == true || scalars.last?.isBlank == true {
            return "the name \"\(name)\" begins or ends with a blank; remove it"
        }
        if let blank = scalars.first(where: { $0.isBlank && $0 != " " }) {
            return "the name \"\(shown(name))\" has the blank \(code(blank)); use a usual one"
        }
        if let letter = scalars.first(where: \.isVariantOfLetter) {
            return "the name \"\(name)\" has the letter \(letter) (\(code(letter))), which looks like a usual one; "
                + "use that"
        }
        for word in name.split(whereSeparator: { $0.isWhitespace || $0.isPunctuation }) {
            guard let (first, other) = firstMixture(in: word) else { continue }
            return "the name \"\(name)\" mixes letters that look alike: \(first) is \(first.scriptName), "
                + "\(other) (\(code(other))) is \(other.scriptName); use letters of one script in a word"
        }
        return nil
    }

    /// Returns the name with Latin letters for the letters of other scripts that look like them, so that names that look the same
    /// are the same.
    static func appearance(of name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { latin[$0] ?? $0 }))
    }

    /// Returns the first two letters of different scripts that have letters in common.
    private static func firstMixture(in word: Substring) -> (Unicode.Scalar, Unicode.Scalar)? {
        let letters = word.unicodeScalars.filter { $0.script != nil }
        guard let first = letters.first, let other = letters.first(where: { $0.script != first.script }) else {
            return nil
        }
        return (first, other)
    }

    /// A text with the codes of its invisible characters and unusual blanks.
    private static func shown(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.isVisible && (!scalar.isBlank || scalar == " ")
                ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }.joined()
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
    }

    /// The letters that look like Latin ones.
    private static let latin: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs = [
            ("АВЕКМНОРСТУХІЈЅԌԚԜҮ", "ABEKMHOPCTYXIJSGQWY"), ("аеорсухіјѕһԁԛԝ", "aeopcyxijshdqw"),
            ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC"), ("αινορυχϲϳ", "aivopuxcj"), ("օհոսցզԼՕՍ", "ohnugqLOU"),
            ("ɑɡıɩǀ", "agiil"),
        ]
        return Dictionary(
            pairs.flatMap { Array(zip($0.unicodeScalars, $1.unicodeScalars)) }, uniquingKeysWith: { first, _ in first })
    }()
}

extension Unicode.Scalar {
    /// Whether the character is seen, or is a blank.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
        default: !properties.isDefaultIgnorableCodePoint && !properties.isNoncharacterCodePoint
        }
    }

    /// Whether nothing is seen. The Braille pattern without dots is no blank of Unicode.
    fileprivate var isBlank: Bool { properties.isWhitespace || value == 0x2800 }

    /// Whether it is another form of a usual letter or digit, such as the fullwidth a or a mathematical a.
    fileprivate var isVariantOfLetter: Bool {
        guard properties.isAlphabetic || properties.numericType != nil else { return false }
        // The ligatures of fi and the like
        if (0xFB00...0xFB06).contains(value) { return true }
        let prefixes = ["FULLWIDTH ", "MATHEMATICAL ", "DOUBLE-STRUCK ", "SCRIPT ", "BLACK-LETTER ", "ROMAN NUMERAL "]
        guard let name = properties.name else { return false }
        return prefixes.contains(where: name.hasPrefix) || name == "PLANCK CONSTANT"
    }

    /// The script of a letter, if it is one of those whose letters look like letters of another one.
    fileprivate var script: String? {
        guard properties.isAlphabetic, let word = properties.name?.prefix(while: { $0 != " " }) else { return nil }
        return ["LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"].first { $0 == word }
    }

    /// The script in words.
    fileprivate var scriptName: String { script.map { $0.prefix(1) + $0.dropFirst().lowercased() } ?? "another" }
}
