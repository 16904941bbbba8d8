/// A setting of a kind of device: its key in a wiring, its valid values, and its place in the settings.
public struct Field<Settings: Sendable>: Sendable {
    /// The key in a wiring, such as `debounce`.
    public let key: String
    /// The meaning, for the documentation: `the longest pause while the contact chatters`.
    public let summary: String
    /// The valid values, for the documentation: `a time from 0 to 1 s`.
    public let values: String
    /// A value in a wiring's syntax.
    public let example: String
    /// Whether a wiring must contain the setting.
    public let isRequired: Bool

    /// Reads a value of a wiring into the settings.
    let read: @Sendable (DescriptionNode, inout Settings) throws(DescriptionError) -> Void
    /// Returns the reason why the settings' value is invalid; nil if it is valid.
    let problem: @Sendable (Settings) -> String?
    /// Returns the key paths of the lines in the setting's value.
    let lines: @Sendable (Settings) -> [WritableKeyPath<Settings, LineReference>]
    /// Returns the other devices that the setting's value names, with their kind.
    let references: @Sendable (Settings) -> [(kind: DeviceKind, device: Reference)]

    /// Creates a field for a setting with one value.
    ///
    /// - Parameters:
    ///   - path: The key path of the value in the settings.
    ///   - parse: Reads the value. Throws if the wiring contains something else.
    ///   - problem: Returns the reason why a value is invalid; nil if it is valid. Also checks settings that were
    ///     written in Swift.
    package init<Value>(
        _ key: String, _ path: WritableKeyPath<Settings, Value> & Sendable, _ summary: String, values: String,
        example: String, isRequired: Bool = false,
        parse: @escaping @Sendable (DescriptionNode) throws(DescriptionError) -> Value,
        problem: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) {
        self.key = key
        self.summary = summary
        self.values = values
        self.example = example
        self.isRequired = isRequired
        read = { (node, settings) throws(DescriptionError) in
            let value = try parse(node)
            if let problem = problem(value) { throw node.error(problem) }
            settings[keyPath: path] = value
        }
        self.problem = { problem($0[keyPath: path]) }
        lines = { _ in [] }
        references = { _ in [] }
    }

    /// Creates a field for a setting whose value is the name of a line.
    init(
        _ key: String, line path: WritableKeyPath<Settings, LineReference> & Sendable, _ summary: String,
        example: String = "GPIO17"
    ) {
        self.key = key
        self.summary = summary
        self.values = "a line of the board's headers"
        self.example = example
        isRequired = true
        read = { (node, settings) throws(DescriptionError) in
            settings[keyPath: path] = Reference(name: try node.string, position: node.position)
        }
        problem = { $0[keyPath: path].name.isEmpty ? "\(key) must be the name of a line, such as \(example)" : nil }
        lines = { _ in [path] }
        references = { _ in [] }
    }

    /// Creates a field for a setting whose value is a list of other devices' names, at least one.
    init<Other: Device>(
        _ key: String, devices path: WritableKeyPath<Settings, [Reference]> & Sendable, of kind: Other.Type,
        _ summary: String, example: String
    ) {
        self.key = key
        self.summary = summary
        self.values = "names of `\(Other.kind.section)`"
        self.example = example
        isRequired = true
        read = { (node, settings) throws(DescriptionError) in
            settings[keyPath: path] = try node.items.map { (item) throws(DescriptionError) in
                Reference(name: try item.string, position: item.position)
            }
        }
        problem = {
            $0[keyPath: path].isEmpty ? "\(key) must name at least one \(Other.kind.title), such as \(example)" : nil
        }
        lines = { _ in [] }
        references = { settings in settings[keyPath: path].map { (Other.kind, $0) } }
    }

    /// Creates a field for a setting whose value is a device of another kind, which is a part of this device.
    init<Inner: Device>(
        _ key: String, device path: WritableKeyPath<Settings, Inner.Settings?> & Sendable, of kind: Inner.Type,
        _ summary: String
    ) {
        self.key = key
        self.summary = summary
        self.values = "a device as in `\(Inner.kind.section)`"
        self.example = Inner.Settings.example
        isRequired = false
        read = { (node, settings) throws(DescriptionError) in
            settings[keyPath: path] = try Inner.Settings(node, of: Inner.kind)
        }
        problem = { settings in
            guard let inner = settings[keyPath: path] else { return nil }
            return Inner.Settings.fields.lazy.compactMap { $0.problem(inner) }.first
        }
        lines = { settings in
            guard let inner = settings[keyPath: path] else { return [] }
            let unwrap: WritableKeyPath<Inner.Settings?, Inner.Settings> = \.!
            let whole = (path as WritableKeyPath<Settings, Inner.Settings?>).appending(path: unwrap)
            return inner.lines.map { whole.appending(path: $0) }
        }
        references = { _ in [] }
    }
}
