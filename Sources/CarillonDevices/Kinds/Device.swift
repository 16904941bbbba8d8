import CarillonGPIO

/// A device as the world outside the program sees it: its names, and its features.
public protocol Featured: AnyObject, Sendable {
    /// The names of the kind.
    static var kind: DeviceKind { get }

    /// The name that the wiring gives it.
    var name: String { get }

    /// The features, the main one first.
    var features: [Feature] { get }
}

/// A kind of device that can be wired to a board: a button, a relay, a display.
///
/// A kind describes itself, in one file: its settings, the lines and bus addresses it takes, how it is made, and what a
/// hand can do to it on a simulated board. Wirings, checks, pictures, the panel, scripts and the bench ask the kind, and
/// know none by name. A new kind is a class that conforms to this protocol, and its line in ``DeviceKinds``.
public protocol Device: Featured {
    /// The settings that a wiring gives such a device.
    associatedtype Settings: DeviceSettings

    /// The wires from such a device to the board's lines.
    static func wires(of settings: Settings) -> [Wire]

    /// The places of such a device on the board's buses. Most kinds have none, which is the default.
    static func buses(of settings: Settings) -> [BusWire]

    /// The controls that a hand finds on such a device on a simulated board. Most outputs have none, which is the default.
    static func controls(of settings: Settings) -> [Control]

    /// The wiring of a device `name` that a test's application asks for without a wiring.
    ///
    /// The default gives each line that the kind requires a free one.
    ///
    /// - Parameter freeLine: Returns the name of a line that nothing is wired to, another one on each call.
    static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry]

    /// Makes the device on a board. Called on the board's queue.
    ///
    /// - Parameters:
    ///   - name: The name that the wiring gives it.
    ///   - settings: Checked, with the lines' names on the board's headers.
    ///   - context: Gives the lines and the queue.
    /// - Throws: `GPIOError` or `BusError` if a line or a bus cannot be had. What was requested before is given back.
    init(_ name: String, _ settings: Settings, in context: DeviceContext) throws

    /// Gives back what the device requested for itself. Called on the queue, once; outputs are closed by the board.
    func close()
}

extension Device {
    public static func buses(of settings: Settings) -> [BusWire] { [] }

    public static func controls(of settings: Settings) -> [Control] { [] }

    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        var settings = Settings()
        settings.changeLines { $0.name = freeLine() }
        return [.device(WiredDevice(Self.self, name, settings))]
    }

    public func close() {}
}

/// The names of a kind of device. Kinds of the same `name` are equal.
public struct DeviceKind: Hashable, Sendable {
    /// The word of the wiring's section, in the singular: `led`.
    public let name: String
    /// The section of a wiring that lists such devices: `leds`.
    public let section: String
    /// The name in messages and pictures: `LED`.
    public let title: String
    /// The word before a device's name in what it shows, `led red on`; empty if the name says enough: `count 1`.
    public let label: String

    /// - Parameters:
    ///   - section: nil is the name with an s.
    ///   - title: nil is the name.
    ///   - label: nil is the name.
    public init(_ name: String, section: String? = nil, title: String? = nil, label: String? = nil) {
        self.name = name
        self.section = section ?? name + "s"
        self.title = title ?? name
        self.label = label ?? name
    }

    public static func == (one: DeviceKind, other: DeviceKind) -> Bool { one.name == other.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A place where devices are found by their names: a board, a test's bench.
///
/// Each kind adds its own line of convenience: `board.relay("pump")`.
public protocol DeviceFinder {
    /// The device of this kind that the wiring calls `name`. May be called from any thread.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such device; the error lists those there are.
    func device<Kind: Device>(_ kind: Kind.Type, _ name: String) throws(BoardError) -> Kind
}
