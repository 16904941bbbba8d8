/// A setting of a kind of device: the key that a wiring has for it, the values that it may have, and where they go.
public struct Field<Settings: Sendable>: Sendable {
    /// The key in a wiring: `debounce`.
    public let key: String
    /// The meaning, for the documents: `the longest pause while the contact chatters`.
    public let summary: String
    /// The values that are allowed, for the documents: `a time from 0 to 1 s`.
    public let values: String
    /// A value as a wiring writes it.
    public let example: String
    /// Whether a wiring must have it.
    public let isRequired: Bool

    /// Puts a wiring's value into the settings.
    let read: @Sendable (DescriptionNode, inout Settings) throws(DescriptionError) -> Void
    /// The reason why the settings' value is not allowed; nil if it is.
    let problem: @Sendable (Settings) -> String?
    /// The places of the lines that are the setting's value.
    let lines: @Sendable (Settings) -> [WritableKeyPath<Settings, LineReference>]
    /// The other devices that the setting's value names, and their kind.
    let references: @Sendable (Settings) -> [(kind: DeviceKind, device: Reference)]

    /// A setting with one value.
    ///
    /// - Parameters:
    ///   - path: The place of the value in the settings.
    ///   - parse: Reads the value. It throws if the wiring has something else.
    ///   - problem: Returns why a value is not allowed; nil if it is. Settings in Swift are checked by it, too.
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

    /// A setting whose value is the name of a line.
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
        problem = { $0[keyPath: path].name.isEmpty ? "\(key) is the name of a line, such as \(example)" : nil }
        lines = { _ in [path] }
        references = { _ in [] }
    }

    /// A setting whose value is the names of other devices, at least one.
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
        problem = { $0[keyPath: path].isEmpty ? "name at least one \(Other.kind.title), such as \(example)" : nil }
        lines = { _ in [] }
        references = { settings in settings[keyPath: path].map { (Other.kind, $0) } }
    }

    /// A setting whose value is a device of another kind, which is a piece of this one.
    init<Inner: Device>(
        _ key: String, device path: WritableKeyPath<Settings, Inner.Settings?> & Sendable, of kind: Inner.Type,
        _ summary: String
    ) {
        self.key = key
        self.summary = summary
        self.values = "as one of `\(Inner.kind.section)`"
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
