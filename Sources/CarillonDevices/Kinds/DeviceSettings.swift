/// The settings that a wiring gives a kind of device, with a default for each but those that are required.
///
/// They are described once, as fields. A wiring in YAML is read by them, one in Swift is checked by them, and the
/// documents list them.
public protocol DeviceSettings: Sendable {
    /// Settings that say nothing: what the wiring leaves out stays as it is here.
    init()

    /// The fields, in the order in which the documents list them.
    static var fields: [Field<Self>] { get }

    /// How such a device is written where fields are required that have no short form: `{a: GPIO5, b: GPIO6}`.
    static var example: String { get }
}

extension DeviceSettings {
    /// The field whose value may stand alone: `lamp: GPIO5`, `count: [bit0, bit1]`. It is the only one that is required.
    static var shortForm: Field<Self>? {
        let required = fields.filter(\.isRequired)
        return required.count == 1 ? required[0] : nil
    }

    public static var example: String { shortForm?.example ?? "{}" }

    /// Reads settings as a wiring's file has them.
    ///
    /// - Parameter kind: For messages.
    /// - Throws: A `DescriptionError` at the place of the first mistake.
    init(_ node: DescriptionNode, of kind: DeviceKind) throws(DescriptionError) {
        self.init()
        if case .mapping = node.content {
            let values = try node.fields(Self.fields.map(\.key))
            for field in Self.fields {
                guard let value = values[field.key] else {
                    guard field.isRequired else { continue }
                    throw node.error(
                        "the \(kind.title) has no \"\(field.key)\", such as \(field.key): \(field.example)")
                }
                try field.read(value, &self)
            }
        } else {
            guard let field = Self.shortForm else {
                throw node.error("expected the \(kind.title)'s fields, such as \(Self.example)")
            }
            try field.read(node, &self)
        }
    }

    /// Checks settings that were written in Swift, by the same fields.
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

    /// The places of its lines.
    var lines: [WritableKeyPath<Self, LineReference>] { Self.fields.flatMap { $0.lines(self) } }

    /// The other devices that the settings name.
    var references: [(kind: DeviceKind, device: Reference)] { Self.fields.flatMap { $0.references(self) } }
}
