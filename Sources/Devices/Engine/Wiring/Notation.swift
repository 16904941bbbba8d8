import CarillonScheduling

/// The valid values of a setting, and their form in a wiring's file.
public struct Notation<Value: Sendable>: Sendable {
    /// The valid values, for messages such as "debounce must be a time from 0 s to 1 s".
    public let description: String
    /// An example value in a wiring's file; empty if the description lists the values.
    public let example: String
    /// Whether a wiring must contain the value, because it has no default.
    public let isRequired: Bool

    /// Reads a value; nil if the file contains something else.
    let read: @Sendable (DescriptionNode) throws(DescriptionError) -> Value?
    /// Reads a value and adds all mistakes in it to the faults; nil if the file contains something else.
    let readAll: @Sendable (DescriptionNode, inout Faults) -> Value?
    /// Returns a value as a file contains it; nil for no value.
    let text: @Sendable (Value) -> String?
    /// Returns the reason why a value of the setting with this key is invalid; nil if it is valid.
    let problem: @Sendable (_ value: Value, _ key: String) -> String?
    /// Returns the names of lines and of other devices in a value. The kind of a line is nil.
    let references: @Sendable (Value) -> [(kind: DeviceKind?, path: WritableKeyPath<Value, WiringReference>)]

    /// Creates a notation for values that a wiring states as a single text.
    ///
    /// - Parameters:
    ///   - description: The valid values, as after "must be".
    ///   - example: An example value in a wiring's file; empty if the description lists the values.
    ///   - isRequired: Whether a wiring must contain the value, because it has no default.
    ///   - parse: Returns the value that a text stands for; nil for an invalid text.
    ///   - text: Returns the text of a value. A value that was set in Swift is valid if `parse` accepts its text.
    public init(
        _ description: String, example: String, isRequired: Bool = false,
        parse: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String
    ) {
        self.init(
            description, example: example, isRequired: isRequired,
            read: { (node) throws(DescriptionError) in parse(try node.string) }, text: text,
            isValid: { parse(text($0)) != nil })
    }

    init(
        _ description: String, example: String, isRequired: Bool = false,
        read: @escaping @Sendable (DescriptionNode) throws(DescriptionError) -> Value?,
        text: @escaping @Sendable (Value) -> String, isValid: @escaping @Sendable (Value) -> Bool,
        references:
            @escaping @Sendable (Value) -> [(kind: DeviceKind?, path: WritableKeyPath<Value, WiringReference>)] = {
                _ in []
            }
    ) {
        (self.description, self.example, self.isRequired) = (description, example, isRequired)
        (self.read, self.text, self.references) = (read, text, references)
        readAll = { (node, faults) in
            do throws(DescriptionError) { return try read(node) } catch {
                faults.add(error)
                return nil
            }
        }
        problem = { value, key in isValid(value) ? nil : Self.message(key, description, example) }
    }

    /// Creates the notation of a setting that may be missing.
    init<Wrapped>(optional notation: Notation<Wrapped>) where Value == Wrapped? {
        (description, example, isRequired) = (notation.description, notation.example, false)
        read = { (node) throws(DescriptionError) in try notation.read(node).map(Optional.some) }
        readAll = { node, faults in notation.readAll(node, &faults).map(Optional.some) }
        text = { $0.flatMap(notation.text) }
        problem = { value, key in value.flatMap { notation.problem($0, key) } }
        references = { value in
            let unwrap: WritableKeyPath<Wrapped?, Wrapped> = \.!
            return value.map { notation.references($0).map { ($0.kind, unwrap.appending(path: $0.path)) } } ?? []
        }
    }

    /// Creates the notation of a device that is a part of another one.
    init<Kind: Device>(part kind: Kind.Type) where Value == Kind.Settings {
        self.init(
            "a device as in `\(Kind.kind.section)`", example: Kind.Settings.example, settingsOf: Kind.kind,
            references: { $0.references })
    }

    /// Creates the notation of settings within a setting.
    ///
    /// - Parameters:
    ///   - kind: The kind, for messages.
    ///   - text: Returns the settings as a file contains them; nil if the documentation does not show them.
    ///   - references: Returns the names of lines and of other devices that become parts.
    init(
        _ description: String, example: String, settingsOf kind: DeviceKind,
        text: @escaping @Sendable (Value) -> String? = { _ in nil },
        references:
            @escaping @Sendable (Value) -> [(kind: DeviceKind?, path: WritableKeyPath<Value, WiringReference>)] = {
                _ in []
            }
    ) where Value: DeviceSettings {
        (self.description, self.example, isRequired) = (description, example, true)
        (self.text, self.references) = (text, references)
        let readAll: @Sendable (DescriptionNode, inout Faults) -> Value? = { node, faults in
            var settings = Value()
            _ = settings.read(node, of: kind, faults: &faults)
            return settings
        }
        self.readAll = readAll
        read = { (node) throws(DescriptionError) in
            var faults = Faults()
            let settings = readAll(node, &faults)
            guard faults.isEmpty else { throw faults.first }
            return settings
        }
        problem = { value, _ in value.problem }
    }

    /// Returns the message for an invalid value.
    func message(_ key: String) -> String { Self.message(key, description, example) }

    private static func message(_ key: String, _ description: String, _ example: String) -> String {
        "\(key) must be \(description)\(example.isEmpty ? "" : ", such as \(example)")"
    }
}

extension Int {
    /// Reads a whole number in a wiring, such as `-12`; nil for any other notation, such as `0x10`, `+5`, `010` and `1e3`.
    package init?(notation text: some StringProtocol) {
        guard text.isPlainNumber, let number = Int(text) else { return nil }
        self = number
    }
}

extension Double {
    /// Reads a number in a wiring, such as `-1.5`; nil for any other notation, such as `0x1p3`, `.5`, `1e3` and `inf`.
    package init?(notation text: some StringProtocol) {
        guard text.isPlainNumber, let number = Double(text), number.isFinite else { return nil }
        self = number
    }
}

extension UInt8 {
    /// Reads a number in a wiring with hexadecimal digits, such as `0x3c`.
    init?(hexadecimalNotation text: some StringProtocol) {
        let digits = text.dropFirst(2)
        guard text.hasPrefix("0x"), (1...2).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit) else {
            return nil
        }
        self.init(digits, radix: 16)
    }
}

extension StringProtocol {
    /// Whether the text is a number as people write it: digits, with a sign if it is negative and a point if it has a fraction.
    var isPlainNumber: Bool {
        let parts = (hasPrefix("-") ? dropFirst() : self[...]).split(separator: ".", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        // Readers of YAML take 010 for 8.
        return areDigits && parts.count <= 2 && (parts[0] == "0" || !parts[0].hasPrefix("0"))
    }
}

extension Duration {
    private static let units = [("h", 3600.0), ("min", 60), ("s", 1), ("ms", 1e-3), ("us", 1e-6)]

    /// Reads a time in a wiring, such as `5 ms` or `1.5 min`; nil for another text, and for more than 11 days.
    package init?(notation text: some StringProtocol) {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        guard let amount = Double(notation: number), let length = Self.units.first(where: { $0.0 == unit })?.1,
            amount * length < 1e6
        else { return nil }
        self = .seconds(amount * length)
    }

    /// The time as in a wiring, in the largest unit in which it is a whole number.
    package var notation: String {
        let seconds = self / .seconds(1)
        let (unit, length) =
            Self.units.first { seconds != 0 && (seconds / $0.1).rounded() * $0.1 == seconds } ?? ("s", 1)
        let number = seconds / length
        return "\(Int(exactly: number.rounded()).map(String.init) ?? "\(number)") \(unit)"
    }
}
