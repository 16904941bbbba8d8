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
        problem = { value, key in isValid(value) ? nil : Self.message(key, description, example) }
    }

    /// Creates the notation of a setting that may be missing.
    init<Wrapped>(optional notation: Notation<Wrapped>) where Value == Wrapped? {
        (description, example, isRequired) = (notation.description, notation.example, false)
        read = { (node) throws(DescriptionError) in try notation.read(node).map(Optional.some) }
        text = { $0.flatMap(notation.text) }
        problem = { value, key in value.flatMap { notation.problem($0, key) } }
        references = { value in
            let unwrap: WritableKeyPath<Wrapped?, Wrapped> = \.!
            return value.map { notation.references($0).map { ($0.kind, unwrap.appending(path: $0.path)) } } ?? []
        }
    }

    /// Creates the notation of a device that is a part of another one.
    init<Kind: Device>(part kind: Kind.Type) where Value == Kind.Settings {
        (description, example) = ("a device as in `\(Kind.kind.section)`", Kind.Settings.example)
        isRequired = true
        read = { (node) throws(DescriptionError) in try Kind.Settings(node, of: Kind.kind) }
        text = { _ in nil }
        problem = { value, _ in value.problem }
        references = { $0.references }
    }

    /// Returns the message for an invalid value.
    func message(_ key: String) -> String { Self.message(key, description, example) }

    private static func message(_ key: String, _ description: String, _ example: String) -> String {
        "\(key) must be \(description)\(example.isEmpty ? "" : ", such as \(example)")"
    }
}
