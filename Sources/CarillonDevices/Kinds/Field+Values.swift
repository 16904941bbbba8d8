import CarillonGPIO

/// Fields that several kinds share.
extension Field {
    /// Returns a field for a time.
    static func time(
        _ key: String, _ path: WritableKeyPath<Settings, Duration> & Sendable, atLeast shortest: Duration = .zero,
        atMost longest: Duration, example: String, _ summary: String
    ) -> Field {
        let range = "from \(Int(shortest / .milliseconds(1))) ms to \(Int(longest / .seconds(1))) s"
        return Field(
            key, path, summary, values: "a time \(range)", example: example,
            parse: { (node) throws(DescriptionError) in try node.duration },
            problem: { (shortest...longest).contains($0) ? nil : "\(key) must be \(range)" })
    }

    /// Returns a field for one of several words.
    static func choice<Value>(
        _ key: String, _ path: WritableKeyPath<Settings, Value> & Sendable,
        _ choices: @autoclosure @escaping @Sendable () -> [(name: String, value: Value)], _ summary: String
    ) -> Field {
        let names = choices().map(\.name)
        return Field(
            key, path, summary, values: names.joined(separator: ", "), example: names[0],
            parse: { (node) throws(DescriptionError) in try node.choice(choices()) })
    }

    /// Returns the field for the active level: true if it is the low voltage.
    static func active(_ path: WritableKeyPath<Settings, Bool> & Sendable, _ summary: String) -> Field {
        choice("active", path, [("low", true), ("high", false)], summary)
    }

    /// Returns the field for the bias resistor of an input line.
    static func bias(_ path: WritableKeyPath<Settings, Bias> & Sendable) -> Field {
        choice(
            "bias", path, Bias.allCases.map { ($0.rawValue, $0) },
            "the resistor that holds the line while nothing drives it")
    }

    /// Returns the field for the safe state of an output.
    static func safe(_ path: WritableKeyPath<Settings, Level> & Sendable) -> Field {
        choice(
            "safe", path, [("off", .inactive), ("on", .active)],
            "the state of the output after the program ends, for any reason")
    }

    /// Returns the field for the longest pause while a contact chatters.
    static func debounce(_ path: WritableKeyPath<Settings, Duration> & Sendable) -> Field {
        time("debounce", path, atMost: .seconds(1), example: "20 ms", "the longest pause while the contact chatters")
    }

    /// Returns the field for the key that operates the device on a simulated board.
    static func key(_ path: WritableKeyPath<Settings, Character?> & Sendable) -> Field {
        Field(
            "key", path, "the key that operates the device on the simulated board",
            values: "a visible ASCII character except q",
            example: "\"+\"",
            parse: { (node) throws(DescriptionError) in
                let text = try node.string
                guard let key = text.first, text.count == 1 else { throw node.error(Self.badKey) }
                return key
            },
            problem: { key in key.map(\.canBePressed) ?? true ? nil : Self.badKey })
    }

    /// The message for an invalid key.
    static var badKey: String { "key must be one visible ASCII character other than q, which quits" }

    /// Returns the field for the channel of a PWM chip that drives an output.
    static func pwm(_ path: WritableKeyPath<Settings, PWMChannel?> & Sendable, _ summary: String) -> Field {
        let form = "pwm must be a chip in /sys/class/pwm and its channel, such as pwmchip0/0"
        return Field(
            "pwm", path, summary, values: "a chip and a channel in /sys/class/pwm", example: "pwmchip0/0",
            parse: { (node) throws(DescriptionError) in
                let parts = try node.string.split(separator: "/", omittingEmptySubsequences: false)
                guard parts.count == 2, let channel = Int(parts[1]) else { throw node.error(form) }
                return PWMChannel(chip: String(parts[0]), channel: channel)
            },
            problem: { channel in
                guard let channel else { return nil }
                return channel.chip.hasPrefix("pwmchip") && !channel.chip.contains("/") && channel.channel >= 0
                    ? nil : form
            })
    }

    /// Returns the field for the I2C bus of a device.
    static func i2cBus(_ path: WritableKeyPath<Settings, String> & Sendable) -> Field {
        Field(
            "bus", path, "the I2C bus of the device", values: "an I2C bus in /dev", example: "i2c-1", isRequired: true,
            parse: { (node) throws(DescriptionError) in try node.string },
            problem: { bus in
                let number = bus.dropFirst(4)
                let isBus = bus.hasPrefix("i2c-") && !number.isEmpty && number.allSatisfy { ("0"..."9").contains($0) }
                return isBus ? nil : "bus must be the name of an I2C bus in /dev, such as i2c-1"
            })
    }

    /// Returns the field for the address of a device on its I2C bus.
    static func i2cAddress(_ path: WritableKeyPath<Settings, UInt8> & Sendable, example: String) -> Field {
        let form = "address must be the 7-bit address in the data sheet, from 0x08 to 0x77, such as \(example)"
        return Field(
            "address", path, "the address of the device on the bus", values: "a number from 0x08 to 0x77",
            example: example,
            parse: { (node) throws(DescriptionError) in
                let text = try node.string
                let number = text.hasPrefix("0x") ? UInt8(text.dropFirst(2), radix: 16) : UInt8(text)
                guard let number else { throw node.error(form) }
                return number
            },
            problem: { (0x08...0x77).contains($0) ? nil : form })
    }
}

extension Character {
    /// Whether the character can be the key of a device on a simulated board.
    var canBePressed: Bool { ("!"..."~").contains(self) && isASCII && self != "q" }
}
