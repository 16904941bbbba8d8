import CarillonGPIO

/// A setting of a kind of device: its key in a wiring, its property in the settings, its valid values and its meaning.
public struct Setting<Settings: Sendable>: Sendable {
    /// The key in a wiring, such as `debounce`.
    public let key: String
    /// The meaning, for the documentation: `the longest pause while the contact chatters`.
    public let summary: String
    /// The valid values, for the documentation: `a time from 0 s to 1 s`.
    public let values: String
    /// An example value in a wiring's syntax.
    public let example: String
    /// Whether a wiring must contain the setting, because it has no default.
    public let isRequired: Bool

    /// Reads a value of a wiring into the settings, and adds all mistakes in it to the faults.
    let read: @Sendable (DescriptionNode, inout Settings, inout Faults) -> Void
    /// Returns the settings' value in a wiring's syntax; nil for no value.
    let text: @Sendable (Settings) -> String?
    /// Returns the reason why the settings' value is invalid; nil if it is valid.
    let problem: @Sendable (Settings) -> String?
    /// Returns the names of lines and of other devices in the setting's value. The kind of a line is nil.
    let references: @Sendable (Settings) -> [(kind: DeviceKind?, path: WritableKeyPath<Settings, WiringReference>)]

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - key: The key in a wiring.
    ///   - path: The property of the settings that stores the value.
    ///   - notation: The valid values, and their form in a wiring's file.
    ///   - summary: The meaning, for the documentation.
    public init<Value>(
        _ key: String, _ path: WritableKeyPath<Settings, Value> & Sendable, _ notation: Notation<Value>,
        _ summary: String
    ) {
        (self.key, self.summary) = (key, summary)
        (values, example, isRequired) = (notation.description, notation.example, notation.isRequired)
        read = { node, settings, faults in
            let count = faults.all.count
            let value = notation.readAll(node, &faults)
            // A device that is a part can be read in part.
            let hasFaults = faults.all.count > count
            if !hasFaults, let problem = value.map({ notation.problem($0, key) }) ?? notation.message(key) {
                return faults.add(node.error(problem))
            }
            if let value { settings[keyPath: path] = value }
        }
        text = { notation.text($0[keyPath: path]) }
        problem = { notation.problem($0[keyPath: path], key) }
        references = { settings in
            let path: WritableKeyPath<Settings, Value> = path
            return notation.references(settings[keyPath: path]).map { ($0.kind, path.appending(path: $0.path)) }
        }
    }
}

/// Settings that several kinds share.
extension Setting {
    /// Returns the setting `active`, the voltage at which a line is active. The property is true for a low voltage, and
    /// false for a high one.
    public static func active(_ path: WritableKeyPath<Settings, Bool> & Sendable, _ summary: String) -> Setting {
        Setting("active", path, .choice([("low", true), ("high", false)]), summary)
    }

    /// Returns the setting for the bias resistor of an input line.
    public static func bias(_ path: WritableKeyPath<Settings, Bias> & Sendable) -> Setting {
        Setting(
            "bias", path, .choice(Bias.allCases.map { ($0.rawValue, $0) }),
            "the resistor that holds the line while nothing drives it")
    }

    /// Returns the setting for the safe state of an output.
    public static func safe(_ path: WritableKeyPath<Settings, Level> & Sendable) -> Setting {
        Setting(
            "safe", path, .choice([("off", .inactive), ("on", .active)]),
            "the state of the output after the program ends, for any reason")
    }

    /// Returns the setting for the longest pause while a contact chatters.
    public static func debounce(_ path: WritableKeyPath<Settings, Duration> & Sendable) -> Setting {
        Setting(
            "debounce", path, .time(.zero ... .seconds(1), example: "20 ms"),
            "the longest pause while the contact chatters")
    }

    /// Returns the setting for the key that operates the device on a simulated board; nil selects a free key.
    public static func key(_ path: WritableKeyPath<Settings, Character?> & Sendable) -> Setting {
        Setting(
            "key", path, .optional(.key),
            "the key that operates the device on the simulated board; by default, a free one")
    }

    /// Returns the setting for the channel of a PWM chip that drives an output; nil if the program drives it.
    public static func pwm(_ path: WritableKeyPath<Settings, PWMChannel?> & Sendable, _ summary: String) -> Setting {
        Setting("pwm", path, .optional(.pwm), summary)
    }
}
