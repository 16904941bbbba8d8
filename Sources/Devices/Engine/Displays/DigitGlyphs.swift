/// The segments of the characters of a digit display.
///
/// The bits are those of the segments A to G, from the lowest one up: A is at the top, B and C follow clockwise to D at the bottom,
/// E and F go up on the left, and G is in the middle. Bit 7 is the decimal point.
enum DigitGlyphs {
    /// The decimal point of a digit.
    static let point: UInt8 = 0x80

    /// The digits of a text, from the left, and whether it has a colon.
    struct Digits: Equatable {
        var segments: [UInt8]
        var hasColon: Bool
    }

    /// Returns the segments of a text at the right of a display, or dashes if it is too long. A decimal point belongs to the
    /// character before it. Characters without segments are spaces.
    static func digits(of text: String, count: Int) -> Digits {
        var digits = Digits(segments: [], hasColon: false)
        for character in text {
            switch character {
            case ":": digits.hasColon = true
            case ".", ",":
                if let last = digits.segments.last, last & point == 0 {
                    digits.segments[digits.segments.count - 1] = last | point
                } else {
                    digits.segments.append(point)
                }
            default: digits.segments.append(segments(of: character))
            }
        }
        let missing = count - digits.segments.count
        guard missing >= 0 else { return Digits(segments: Array(repeating: dash, count: count), hasColon: false) }
        digits.segments.insert(contentsOf: repeatElement(0, count: missing), at: 0)
        return digits
    }

    private static let dash: UInt8 = 0x40

    private static func segments(of character: Character) -> UInt8 {
        if let digit = character.wholeNumberValue, character.isASCII { return numerals[digit] }
        return letters[Character(character.lowercased())] ?? 0
    }

    private static let numerals: [UInt8] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f]
    private static let letters: [Character: UInt8] = [
        "a": 0x77, "b": 0x7c, "c": 0x39, "d": 0x5e, "e": 0x79, "f": 0x71, "g": 0x3d, "h": 0x74, "i": 0x04, "j": 0x1e,
        "l": 0x38, "n": 0x54, "o": 0x5c, "p": 0x73, "q": 0x67, "r": 0x50, "s": 0x6d, "t": 0x78, "u": 0x1c, "y": 0x6e,
        "-": dash, "_": 0x08, "°": 0x63, "=": 0x48,
    ]
}
