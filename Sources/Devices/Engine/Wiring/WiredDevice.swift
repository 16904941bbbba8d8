/// A device of a wiring: its kind, name and settings.
package struct WiredDevice: Sendable {
    /// The kind.
    package let device: any Device.Type
    /// The name that the application uses.
    package let name: String
    /// The position in the wiring.
    package let position: SourcePosition
    /// The settings, of the kind's type.
    package private(set) var settings: any DeviceSettings
    /// The appearance in Home Assistant; nil for the default.
    package internal(set) var entity: Wiring.Entity?

    /// Whether the address on a bus could be read. It is not compared with others if not.
    package internal(set) var hasAddress = true

    /// The sources that may set the device besides the program's loop.
    package var settableBy = Set(OutsideSource.allCases)

    /// The other devices that this device consists of, such as the LEDs of a bar.
    package let references: [(kind: DeviceKind, device: WiringReference)]

    /// - Parameter placesReferences: Whether the names of lines and of other devices get the position, too.
    package init<Kind: Device>(
        _ device: Kind.Type, _ name: String, _ settings: Kind.Settings,
        at position: SourcePosition = SourcePosition(file: ""), placesReferences: Bool = false
    ) {
        var (settings, references) = (settings, [(kind: DeviceKind, device: WiringReference)]())
        for (kind, path) in settings.references {
            if placesReferences { settings[keyPath: path].position = position }
            if let kind { references.append((kind, settings[keyPath: path])) }
        }
        (self.device, self.name, self.position) = (device, name, position)
        (self.settings, self.references) = (settings, references)
    }

    /// The names of the kind.
    package var kind: DeviceKind { device.kind }

    /// The wires to the board's lines.
    package var wires: [LineWire] { Self.wires(device, settings) }

    /// The places on the board's buses.
    package var buses: [BusWire] { Self.buses(device, settings) }

    /// The controls on a simulated board.
    package var controls: [Control] { Self.controls(device, settings) }

    /// Whether the program drives the device, through its own lines or through the devices that it consists of.
    package var isOutput: Bool { !references.isEmpty || wires.contains { $0.input == nil } }

    /// Checks the settings against the kind's fields.
    func check() throws(DescriptionError) {
        if let problem = settings.problem ?? entity?.problem ?? classProblem {
            throw DescriptionError(position: position, message: problem)
        }
        try checkSources()
    }

    /// The reason why the device cannot have its class of Home Assistant; nil if it can, and if it has none.
    var classProblem: String? {
        guard let name = entity?.deviceClass else { return nil }
        guard let form = Self.entityForm(device, settings) else {
            return EntityClasses.has(name) ? nil : "device class \"\(name)\" does not exist in Home Assistant"
        }
        return form.problem(name, of: kind)
    }

    /// Checks that sources are named for an output only.
    func checkSources() throws(DescriptionError) {
        guard settableBy.count < OutsideSource.allCases.count, !isOutput, buses.isEmpty else { return }
        throw DescriptionError(
            position: position,
            message: "\(kind.title) \"\(name)\" is an input, which nobody sets; remove \(OutsideSource.key)")
    }

    /// Changes the names of the lines.
    package mutating func changeLines<Failure>(
        _ change: (inout LineReference) throws(Failure) -> Void
    ) throws(Failure) {
        try settings.changeLines(change)
    }

    /// Creates the device on a board. Call on the board's queue.
    package func make(in context: DeviceContext) throws -> any Device {
        try Self.make(device, name, settings, context)
    }

    // The casts cannot fail, because `init` requires settings of the kind's type.
    private static func wires<Kind: Device>(_ kind: Kind.Type, _ settings: any DeviceSettings) -> [LineWire] {
        kind.wires(of: settings as! Kind.Settings)
    }

    private static func buses<Kind: Device>(_ kind: Kind.Type, _ settings: any DeviceSettings) -> [BusWire] {
        kind.buses(of: settings as! Kind.Settings)
    }

    private static func controls<Kind: Device>(_ kind: Kind.Type, _ settings: any DeviceSettings) -> [Control] {
        kind.controls(of: settings as! Kind.Settings)
    }

    private static func entityForm<Kind: Device>(_ kind: Kind.Type, _ settings: any DeviceSettings) -> EntityForm? {
        kind.entityForm(of: settings as! Kind.Settings)
    }

    private static func make<Kind: Device>(
        _ kind: Kind.Type, _ name: String, _ settings: any DeviceSettings, _ context: DeviceContext
    ) throws -> any Device {
        try kind.init(name, settings as! Kind.Settings, in: context)
    }
}
