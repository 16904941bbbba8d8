/// A device of a wiring: its kind, its name, its settings.
package struct WiredDevice: Sendable {
    /// Its kind.
    package let device: any Device.Type
    /// The name that the application uses.
    package let name: String
    /// Its place in the wiring.
    package let position: SourcePosition
    /// Its settings, of the kind's type.
    package private(set) var settings: any DeviceSettings

    package init<Kind: Device>(
        _ device: Kind.Type, _ name: String, _ settings: Kind.Settings,
        at position: SourcePosition = SourcePosition(file: "")
    ) {
        self.device = device
        self.name = name
        self.settings = settings
        self.position = position
    }

    /// The names of its kind.
    package var kind: DeviceKind { device.kind }

    /// Its wires to the board's lines.
    package var wires: [Wire] { Self.wires(device, settings) }

    /// Its places on the board's buses.
    package var buses: [BusWire] { Self.buses(device, settings) }

    /// Its controls for a hand on a simulated board.
    package var controls: [Control] { Self.controls(device, settings) }

    /// Whether the program drives it: by its own lines, or by those of the devices that it is made of.
    package var isOutput: Bool { !references.isEmpty || wires.contains { $0.input == nil } }

    /// The other devices that it is made of, such as the LEDs of a bar.
    package var references: [(kind: DeviceKind, device: Reference)] { settings.references }

    /// Checks the settings by the kind's fields.
    func check() throws(DescriptionError) { try settings.check(at: position) }

    /// Changes the names of its lines.
    package mutating func changeLines<Failure>(
        _ change: (inout LineReference) throws(Failure) -> Void
    ) throws(Failure) {
        try settings.changeLines(change)
    }

    /// Makes the device on a board. On the board's queue.
    package func make(in context: DeviceContext) throws -> any Device {
        try Self.make(device, name, settings, context)
    }

    // The settings are of the kind's type: `init` has seen to it.
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
