import CarillonGPIO

extension Notation {
    /// Returns the notation of a setting that a wiring may omit; nil stands for an omitted setting.
    public static func optional<Wrapped>(_ notation: Notation<Wrapped>) -> Notation where Value == Wrapped? {
        Notation(optional: notation)
    }

    /// Returns the notation of a device that is a part of another one, such as the button of a knob.
    public static func part<Kind: Device>(_ kind: Kind.Type) -> Notation where Value == Kind.Settings {
        Notation(part: kind)
    }
}

extension Notation where Value: Equatable {
    /// Returns the notation of a value that is one of several words.
    public static func choice(_ choices: [(name: String, value: Value)]) -> Notation {
        let names = choices.map(\.name)
        return Notation(
            "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")", example: "",
            read: { (node) throws(DescriptionError) in
                let text = try node.string
                return choices.first { $0.name == text }?.value
            }, text: { value in choices.first { $0.value == value }?.name ?? "" },
            isValid: { value in choices.contains { $0.value == value } })
    }
}

extension Notation where Value: Comparable & LosslessStringConvertible {
    /// Returns the notation of a number in a range.
    public static func number(_ range: ClosedRange<Value>, example: Value) -> Notation {
        @Sendable func text(_ number: Value) -> String {
            let text = "\(number)"
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        return Notation(
            "a number from \(text(range.lowerBound)) to \(text(range.upperBound))", example: text(example),
            read: { (node) throws(DescriptionError) in
                let text = try node.string
                return text.isPlainNumber ? Value(text).flatMap { range.contains($0) ? $0 : nil } : nil
            }, text: text, isValid: range.contains)
    }
}

extension Notation<Int> {
    /// Returns the notation of a number in a range that a wiring must contain.
    static func requiredNumber(_ range: ClosedRange<Int>, example: Int) -> Notation {
        Notation(
            "a number from \(range.lowerBound) to \(range.upperBound)", example: "\(example)", isRequired: true,
            parse: { text in Int(notation: text).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0)" })
    }
}

extension Notation<Duration> {
    /// Returns the notation of a time in a range.
    ///
    /// - Parameters:
    ///   - example: A time in a wiring's file.
    ///   - words: The words that precede the time in a wiring's file, with a space at their end; empty for none.
    public static func time(_ range: ClosedRange<Duration>, example: String, after words: String = "") -> Notation {
        let prefix = words.isEmpty ? "" : "\"\(words.dropLast())\" and "
        return Notation(
            "\(prefix)a time from \(range.lowerBound.notation) to \(range.upperBound.notation)",
            example: words + example,
            read: { (node) throws(DescriptionError) in
                let text = try node.string
                return text.hasPrefix(words) ? Duration(notation: text.dropFirst(words.count)) : nil
            }, text: { words + $0.notation }, isValid: range.contains)
    }
}

extension Notation {
    /// Returns the notation of a range, as a list of its two ends with the lower end first.
    ///
    /// - Parameters:
    ///   - description: The valid ends, such as `two numbers from -360 to 360`.
    ///   - bound: The notation of an end.
    public static func range<Bound: Comparable & Sendable>(
        _ description: String, of bound: Notation<Bound>, example: String
    ) -> Notation where Value == ClosedRange<Bound> {
        Notation(
            "\(description), the lower one first", example: example,
            read: { (node) throws(DescriptionError) in
                guard case .sequence(let ends) = node.content, ends.count == 2, let lower = try bound.read(ends[0]),
                    let upper = try bound.read(ends[1]), lower <= upper
                else { return nil }
                return lower...upper
            }, text: { "[\(bound.text($0.lowerBound) ?? ""), \(bound.text($0.upperBound) ?? "")]" },
            isValid: { range in
                let isValid = [range.lowerBound, range.upperBound].allSatisfy { bound.problem($0, "") == nil }
                return isValid && range.lowerBound < range.upperBound
            })
    }
}

extension Notation<WiringReference> {
    /// Returns the notation of the name of a line.
    public static func line(example: String = "GPIO17") -> Notation {
        Notation(
            "the name of a line", example: example, isRequired: true,
            read: { (node) throws(DescriptionError) in WiringReference(name: try node.string, position: node.position)
            },
            text: \.name, isValid: { !$0.name.isEmpty }, references: { _ in [(nil, \.self)] })
    }
}

extension Notation<WiringReference> {
    /// Returns the notation of the name of another device.
    public static func device<Kind: Device>(_ kind: Kind.Type, example: String) -> Notation {
        Notation(
            "the name of one \(Kind.kind.title)", example: example,
            read: { (node) throws(DescriptionError) in WiringReference(name: try node.string, position: node.position)
            },
            text: \.name, isValid: { !$0.name.isEmpty }, references: { _ in [(Kind.kind, \.self)] })
    }
}

extension Notation<[WiringReference]> {
    /// Returns the notation of a list with the name of at least one other device.
    public static func devices<Kind: Device>(_ kind: Kind.Type, example: String) -> Notation {
        Notation(
            "a list of at least one \(Kind.kind.title)", example: example, isRequired: true,
            read: { (node) throws(DescriptionError) in
                try node.items.map { (item) throws(DescriptionError) in
                    WiringReference(name: try item.string, position: item.position)
                }
            }, text: { "[\($0.map(\.name).joined(separator: ", "))]" }, isValid: { !$0.isEmpty },
            references: { names in names.indices.map { (Kind.kind, \.[$0]) } })
    }
}

extension Notation<Character> {
    /// The notation of a key of the simulated board.
    static var key: Notation {
        Notation(
            "one visible ASCII character other than q, which quits", example: "\"+\"",
            parse: { $0.count == 1 ? $0.first.flatMap { $0.canBePressed ? $0 : nil } : nil }, text: { "\($0)" })
    }
}

extension Character {
    /// Whether the character can be the key of a device on a simulated board.
    var canBePressed: Bool { ("!"..."~").contains(self) && isASCII && self != "q" }
}

extension Notation<PWMChannel> {
    /// The notation of a channel of a PWM chip.
    static var pwm: Notation {
        Notation(
            "a chip in /sys/class/pwm and its channel", example: "pwmchip0/0",
            parse: { text in
                let parts = text.split(separator: "/", omittingEmptySubsequences: false)
                guard parts.count == 2, parts[0].hasPrefix("pwmchip"),
                    Int(notation: parts[0].dropFirst("pwmchip".count)) ?? -1 >= 0,
                    let channel = Int(notation: parts[1]), channel >= 0
                else { return nil }
                return PWMChannel(chip: String(parts[0]), channel: channel)
            }, text: { "\($0.chip)/\($0.channel)" })
    }
}

extension Notation<String> {
    /// The notation of an I2C bus.
    public static var i2cBus: Notation {
        Notation(
            "the name of an I2C bus in /dev", example: "i2c-1", isRequired: true,
            parse: { isI2CBus($0) ? $0 : nil }, text: { $0 })
    }

    /// The notation of an I2C bus or of an SPI device.
    static var i2cBusOrSPIDevice: Notation {
        Notation(
            "the name of an I2C bus or of an SPI device in /dev", example: "i2c-1", isRequired: true,
            parse: { isI2CBus($0) || isSPIDevice($0) ? $0 : nil }, text: { $0 })
    }

    private static func isI2CBus(_ name: String) -> Bool {
        name.hasPrefix("i2c-") && Int(notation: name.dropFirst(4)) ?? -1 >= 0
    }

    /// Returns whether a text is the name of an SPI device, such as `spidev0.1`.
    static func isSPIDevice(_ name: some StringProtocol) -> Bool {
        let numbers = name.dropFirst("spidev".count).split(separator: ".", omittingEmptySubsequences: false)
        let areBytes = numbers.allSatisfy { 0...255 ~= Int(notation: $0) ?? -1 }
        return name.hasPrefix("spidev") && numbers.count == 2 && areBytes
    }
}

extension Notation<UInt8> {
    /// Returns the notation of the address of a device on its I2C bus.
    public static func i2cAddress(example: String) -> Notation {
        Notation(
            "the 7-bit address in the data sheet, from 0x08 to 0x77", example: example,
            parse: { text in
                let number = UInt8(hexadecimalNotation: text) ?? Int(notation: text).flatMap { UInt8(exactly: $0) }
                return number.flatMap { (0x08...0x77).contains($0) ? $0 : nil }
            }, text: { "0x\(String($0, radix: 16))" })
    }
}
