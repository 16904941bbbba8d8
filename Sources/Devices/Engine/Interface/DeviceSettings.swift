/// The settings of a kind of device in a wiring. Every setting that is not required has a default.
///
/// The fields read a wiring in YAML, check a wiring in Swift, and provide the list of settings in the documentation. A wiring
/// in Swift sets the properties.
public protocol DeviceSettings: Sendable {
    /// Creates settings with the defaults, which apply to all settings that the wiring omits.
    init()

    /// The fields, in the order of the documentation.
    static var fields: [Setting<Self>] { get }

    /// An example of the settings in a wiring: `{a: GPIO5, b: GPIO6}`. The default is the example of the only required field,
    /// or `{}` if there are none or several.
    static var example: String { get }

    /// The reason why settings that are valid on their own cannot be combined; nil if they can. The default is nil.
    var conflict: String? { get }
}

extension DeviceSettings {
    /// Creates settings with the defaults, except for those that `set` changes.
    public init(_ set: (inout Self) -> Void) {
        self.init()
        set(&self)
    }

    /// The field whose value may stand alone, as in `lamp: GPIO5` and `count: [bit0, bit1]`: the only required field.
    /// nil if there are none or several.
    static var shortForm: Setting<Self>? {
        let required = fields.filter(\.isRequired)
        return required.count == 1 ? required[0] : nil
    }

    public static var example: String { shortForm?.example ?? "{}" }

    public var conflict: String? { nil }

    /// Reads settings from a wiring's file, and adds all mistakes to `faults`. Settings with a mistake keep their defaults.
    ///
    /// - Parameters:
    ///   - kind: The kind, for messages.
    ///   - others: The keys that others read, for suggestions.
    /// - Returns: The keys of the settings with a mistake.
    mutating func read(
        _ node: DescriptionNode, of kind: DeviceKind, besides others: [String] = [], faults: inout Faults
    ) -> Set<String> {
        var values: [String: DescriptionNode] = [:]
        if case .mapping = node.content {
            values = node.fields(Self.fields.map(\.key), besides: others, faults: &faults)
        } else if let field = Self.shortForm {
            values = [field.key: node]
        } else {
            faults.add(node.error("expected the \(kind.title)'s keys, such as \(Self.example)"))
            return Set(Self.fields.map(\.key))
        }
        var failed: Set<String> = []
        for field in Self.fields {
            let count = faults.all.count
            if let value = values[field.key] {
                field.read(value, &self, &faults)
            } else if field.isRequired {
                let example = "for example, \(field.key): \(field.example)"
                faults.add(node.error("missing key \"\(field.key)\" of the \(kind.title); \(example)"))
            }
            if faults.all.count > count { failed.insert(field.key) }
        }
        if failed.isEmpty, let conflict { faults.add(node.error(conflict)) }
        return failed
    }

    /// The reason why a setting that was made in Swift is invalid; nil if all are valid.
    var problem: String? { Self.fields.lazy.compactMap { $0.problem(self) }.first ?? conflict }

    /// The key paths of the names of lines and of other devices. The kind of a line is nil.
    var references: [(kind: DeviceKind?, path: WritableKeyPath<Self, WiringReference>)] {
        Self.fields.flatMap { $0.references(self) }
    }

    /// Changes each line's name.
    mutating func changeLines<Failure>(_ change: (inout LineReference) throws(Failure) -> Void) throws(Failure) {
        for (kind, path) in references where kind == nil { try change(&self[keyPath: path]) }
    }
}
