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

    /// The sources that may set the device besides the program's loop.
    package var settableBy = Set(OutsideSource.allCases)

    package init<Kind: Device>(
        _ device: Kind.Type, _ name: String, _ settings: Kind.Settings,
        at position: SourcePosition = SourcePosition(file: "")
    ) {
        self.device = device
        self.name = name
        self.settings = settings
        self.position = position
    }

    /// The names of the kind.
    package var kind: DeviceKind { device.kind }

    /// The wires to the board's lines.
    package var wires: [Wire] { Self.wires(device, settings) }

    /// The places on the board's buses.
    package var buses: [BusWire] { Self.buses(device, settings) }

    /// The controls on a simulated board.
    package var controls: [Control] { Self.controls(device, settings) }

    /// Whether the program drives the device, through its own lines or through the devices that it consists of.
    package var isOutput: Bool { !references.isEmpty || wires.contains { $0.input == nil } }

    /// The other devices that this device consists of, such as the LEDs of a bar.
    package var references: [(kind: DeviceKind, device: WiringReference)] { settings.devices }

    /// Checks the settings against the kind's fields.
    func check() throws(DescriptionError) {
        if let problem = settings.problem ?? entity?.problem {
            throw DescriptionError(position: position, message: problem)
        }
        try checkSources()
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
    private static func wires<Kind: Device>(_ kind: Kind.Type, _ settings: any DeviceSettings) -> [Wire] {
        kind.wires(of: settings as! Kind.Settings)
    }

    private static func buses<Kind: Device>(_ kind: Kind.Type, _ settings: any DeviceSettings) -> [BusWire] {
        kind.buses(of: settings as! Kind.Settings)
    }

    private static func controls<Kind: Device>(_ kind: Kind.Type, _ settings: any DeviceSettings) -> [Control] {
        kind.controls(of: settings as! Kind.Settings)
    }

    private static func make<Kind: Device>(
        _ kind: Kind.Type, _ name: String, _ settings: any DeviceSettings, _ context: DeviceContext
    ) throws -> any Device {
        try kind.init(name, settings as! Kind.Settings, in: context)
    }
}
