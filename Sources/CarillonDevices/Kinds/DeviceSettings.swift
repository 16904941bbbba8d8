/// The settings of a kind of device in a wiring. Every setting that is not required has a default.
///
/// The fields read a wiring in YAML, check a wiring in Swift, and provide the list of settings in the documentation. A wiring
/// in Swift sets the properties.
public protocol DeviceSettings: Sendable {
    /// Creates settings with the defaults, which apply to all settings that the wiring omits.
    init()

    /// The fields, in the order of the documentation.
    static var fields: [Field<Self>] { get }

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
    static var shortForm: Field<Self>? {
        let required = fields.filter(\.isRequired)
        return required.count == 1 ? required[0] : nil
    }

    public static var example: String { shortForm?.example ?? "{}" }

    public var conflict: String? { nil }

    /// Reads settings from a wiring's file.
    ///
    /// - Parameter kind: The kind, for messages.
    /// - Throws: A `DescriptionError` at the position of the first mistake.
    init(_ node: DescriptionNode, of kind: DeviceKind) throws(DescriptionError) {
        self.init()
        if case .mapping = node.content {
            let values = try node.fields(Self.fields.map(\.key))
            for field in Self.fields {
                guard let value = values[field.key] else {
                    guard field.isRequired else { continue }
                    throw node.error(
                        "missing key \"\(field.key)\" of the \(kind.title); for example, \(field.key): \(field.example)"
                    )
                }
                try field.read(value, &self)
            }
        } else {
            guard let field = Self.shortForm else {
                throw node.error("expected the \(kind.title)'s keys, such as \(Self.example)")
            }
            try field.read(node, &self)
        }
        if let conflict { throw node.error(conflict) }
    }

    /// The reason why a setting that was made in Swift is invalid; nil if all are valid.
    var problem: String? { Self.fields.lazy.compactMap { $0.problem(self) }.first ?? conflict }

    /// The key paths of the names of lines and of other devices. The kind of a line is nil.
    var references: [(kind: DeviceKind?, path: WritableKeyPath<Self, WiringReference>)] {
        Self.fields.flatMap { $0.references(self) }
    }

    /// The other devices that the settings name.
    var devices: [(kind: DeviceKind, device: WiringReference)] {
        references.compactMap { kind, path in kind.map { ($0, self[keyPath: path]) } }
    }

    /// Changes each line's name.
    mutating func changeLines<Failure>(_ change: (inout LineReference) throws(Failure) -> Void) throws(Failure) {
        for (kind, path) in references where kind == nil { try change(&self[keyPath: path]) }
    }
}
