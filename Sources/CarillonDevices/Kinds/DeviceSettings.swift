/// The settings of a kind of device in a wiring. Every setting that is not required has a default.
///
/// The settings are described once, as fields. The fields read a wiring in YAML and check a wiring in Swift. The
/// documentation lists them.
public protocol DeviceSettings: Sendable {
    /// Creates settings with the defaults, which apply to all settings that the wiring omits.
    init()

    /// The fields, in the order of the documentation.
    static var fields: [Field<Self>] { get }

    /// An example of the device in a wiring, for kinds whose required fields have no short form:
    /// `{a: GPIO5, b: GPIO6}`.
    static var example: String { get }
}

extension DeviceSettings {
    /// The field whose value may stand alone, as in `lamp: GPIO5` and `count: [bit0, bit1]`: the only required field.
    /// nil if there are none or several.
    static var shortForm: Field<Self>? {
        let required = fields.filter(\.isRequired)
        return required.count == 1 ? required[0] : nil
    }

    public static var example: String { shortForm?.example ?? "{}" }

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
    }

    /// Checks settings that were written in Swift against the same fields.
    ///
    /// - Throws: A `DescriptionError` at `position`.
    func check(at position: SourcePosition) throws(DescriptionError) {
        for field in Self.fields {
            if let problem = field.problem(self) { throw DescriptionError(position: position, message: problem) }
        }
    }

    /// Changes each line's name.
    mutating func changeLines<Failure>(_ change: (inout LineReference) throws(Failure) -> Void) throws(Failure) {
        for line in lines { try change(&self[keyPath: line]) }
    }

    /// The key paths of the lines.
    var lines: [WritableKeyPath<Self, LineReference>] { Self.fields.flatMap { $0.lines(self) } }

    /// The other devices that the settings name.
    var references: [(kind: DeviceKind, device: Reference)] { Self.fields.flatMap { $0.references(self) } }
}
