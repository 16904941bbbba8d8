/// The order in which a person lists names: `track 2` before `track 10`.
enum NaturalOrder {
    static func isBefore(_ one: String, _ other: String) -> Bool {
        for (part, otherPart) in zip(parts(of: one), parts(of: other)) where part != otherPart {
            if let number = Number(part), let otherNumber = Number(otherPart) {
                if number.digits != otherNumber.digits { return number < otherNumber }
            } else {
                let (text, otherText) = (part.lowercased(), otherPart.lowercased())
                if text != otherText { return text < otherText }
            }
        }
        return one < other
    }

    /// A number of any length.
    private struct Number: Comparable {
        let digits: Substring

        init?(_ part: Substring) {
            guard part.first?.isASCIIDigit ?? false else { return nil }
            digits = part.drop { $0 == "0" }
        }

        static func < (one: Number, other: Number) -> Bool {
            (one.digits.count, one.digits) < (other.digits.count, other.digits)
        }
    }

    /// Returns the numbers of a text, and the texts between them.
    private static func parts(of text: String) -> [Substring] {
        var (parts, rest) = ([Substring](), text[...])
        while let first = rest.first {
            let part = rest.prefix { $0.isASCIIDigit == first.isASCIIDigit }
            parts.append(part)
            rest = rest[part.endIndex...]
        }
        return parts
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self }
}
