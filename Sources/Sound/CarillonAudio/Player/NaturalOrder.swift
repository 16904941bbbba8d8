/// A name in the order in which a person lists names: `track 2` before `track 10`, `Äpfel` beside `Apfel`.
///
/// Names are compared without case and accents, and numbers by their values. Only names that are the same then are compared by
/// their characters.
package struct NaturalOrder: Comparable {
    package let name: String
    private let key: [UInt32]

    package init(_ name: String) {
        var (key, number) = ([UInt32](), [UInt32]())
        // A longer number is a higher one, without zeros in front.
        func endNumber() {
            let digits = number.drop { $0 == zero }
            if !number.isEmpty { key += [zero, UInt32(digits.count)] + digits }
            number.removeAll()
        }
        let zero = ("0" as Unicode.Scalar).value
        for scalar in name.unicodeScalars {
            // A byte that is not UTF-8 is most often a letter of Latin-1.
            let letter = FilePath.byte(scalar).map { Unicode.Scalar($0) } ?? scalar
            if "0"..."9" ~= letter {
                number.append(letter.value)
            } else {
                endNumber()
                key += Self.plain(letter)
            }
        }
        endNumber()
        (self.name, self.key) = (name, key)
    }

    package static func < (one: NaturalOrder, other: NaturalOrder) -> Bool {
        one.key == other.key ? one.name < other.name : one.key.lexicographicallyPrecedes(other.key)
    }

    /// Returns a letter without case and accent; nothing for an accent.
    private static func plain(_ letter: Unicode.Scalar) -> [UInt32] {
        if letter.value < 0x80 { return [(letter.properties.isUppercase ? letter.value + 0x20 : letter.value)] }
        if 0x300...0x36F ~= letter.value { return [] }
        let small = letter.properties.lowercaseMapping.unicodeScalars
        return small.flatMap { letter in plainLetters[letter] ?? [letter.value] }
    }

    /// The letters that people sort as other ones, most of them with accents.
    private static let plainLetters: [Unicode.Scalar: [UInt32]] = {
        let rows = [
            ("a", "àáâãäåāăąḁạảấầẩẫậắằẳẵặ"), ("ae", "æ"), ("b", "ḃḅḇ"), ("c", "çćĉċčḉ"), ("d", "ðďđḋḍḏḑḓ"),
            ("e", "èéêëēĕėęěḕḗḙḛḝẹẻẽếềểễệ"), ("f", "ḟ"), ("g", "ĝğġģḡ"), ("h", "ĥħḣḥḧḩḫẖ"), ("i", "ìíîïĩīĭįıḭḯỉị"),
            ("ij", "ĳ"), ("j", "ĵ"), ("k", "ķĸḱḳḵ"), ("l", "ĺļľŀłḷḹḻḽ"), ("m", "ḿṁṃ"), ("n", "ñńņňŉŋṅṇṉṋ"),
            ("o", "òóôõöøōŏőơṍṏṑṓọỏốồổỗộớờởỡợ"), ("oe", "œ"), ("p", "ṕṗ"), ("r", "ŕŗřṙṛṝṟ"), ("s", "śŝşšſșṡṣṥṧṩ"),
            ("ss", "ß"),
            ("t", "ţťŧțṫṭṯṱẗ"), ("th", "þ"), ("u", "ùúûüũūŭůűųưṳṵṷṹṻụủứừửữự"), ("v", "ṽṿ"), ("w", "ŵẁẃẅẇẉẘ"),
            ("x", "ẋẍ"),
            ("y", "ýÿŷẏẙỳỵỷỹ"), ("z", "źżžẑẓẕ"), ("α", "ά"), ("ε", "έ"), ("η", "ή"), ("ι", "ΐίϊ"), ("ο", "ό"),
            ("υ", "ΰϋύ"),
            ("ω", "ώ"), ("е", "ѐё"), ("и", "ѝ"), ("г", "ґѓ"), ("к", "ќ"), ("у", "ў"), ("і", "ї"),
        ]
        let pairs = rows.flatMap { plain, letters in
            letters.unicodeScalars.map { ($0, plain.unicodeScalars.map(\.value)) }
        }
        return Dictionary(pairs) { first, _ in first }
    }()
}
