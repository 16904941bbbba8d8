import CarillonGPIO
import MobiusCore

/// An object whose features are visible outside the program, such as a device, the loudspeaker or the clock.
public protocol FeatureProviding: AnyObject, Sendable {
    /// The names of the device's kind.
    static var kind: DeviceKind { get }

    /// The name in the wiring.
    var name: String { get }

    /// The features, with the main feature first. Their number, names and order do not change. Queue only.
    var features: [Feature] { get }

    /// Returns the current value of a feature: for a blinking light, its pattern. Queue only.
    ///
    /// - Parameter feature: The index in `features`, from 0.
    func value(of feature: Int) -> Feature.Value

    /// Returns the present amount from 0 to 1, such as a brightness or a position within a range; nil for values without an
    /// amount. During a pattern, this is the momentary brightness. The default calculates the amount from the value, and
    /// returns nil while a pattern changes. Queue only.
    func share(of feature: Int) -> Double?

    /// Sets a feature. Called on the queue, only for a feature that can be set, and with a value that the feature accepts. The
    /// default does nothing, which suits inputs.
    func setFeature(_ feature: Int, to value: Feature.Value)

    /// Calls a handler on the queue for each gesture on a feature, until the returned disposable is disposed. The default
    /// returns nil, which suits features without gestures. May be called from any thread.
    func observeGestures(
        of feature: Int, _ handler: @escaping @Sendable (Feature.Gesture) -> Void
    ) -> (any Disposable)?

    /// Reads the image that belongs to the present value of a feature, such as the cover of a track. Queue only, and does not
    /// wait. The default passes nil to `receive`, which suits features without images.
    ///
    /// - Parameter receive: Called on any thread, with nil if there is no image.
    func readImage(of feature: Int, _ receive: @escaping @Sendable (Feature.Image?) -> Void)

    /// Whether the whole device is off and shows none of its features, as a display can be. Queue only. The default is false.
    var isOff: Bool { get }
}

extension FeatureProviding {
    public func share(of feature: Int) -> Double? { value(of: feature).share }

    public func setFeature(_ feature: Int, to value: Feature.Value) {}

    public func observeGestures(
        of feature: Int, _ handler: @escaping @Sendable (Feature.Gesture) -> Void
    ) -> (any Disposable)? { nil }

    public func readImage(of feature: Int, _ receive: @escaping @Sendable (Feature.Image?) -> Void) { receive(nil) }

    public var isOff: Bool { false }
}

/// A kind of device that can be wired to a board: a button, a display.
///
/// A kind describes itself: its settings, its lines and bus addresses, its creation, and its controls on a
/// simulated board. Wirings, checks, pictures, the panel, scripts and the bench query the kind and refer to no kind by
/// name. An application adds a kind with a class that conforms to this protocol, which it passes to `Board.run`.
public protocol Device: FeatureProviding {
    /// The settings of the kind in a wiring.
    associatedtype Settings: DeviceSettings

    /// Returns the wires from a device with these settings to the board's lines.
    static func wires(of settings: Settings) -> [LineWire]

    /// Returns the device's addresses on the board's buses. The default is none, which suits most kinds.
    static func buses(of settings: Settings) -> [BusWire]

    /// Returns the device's controls on a simulated board. The default is none, which suits most outputs.
    static func controls(of settings: Settings) -> [Control]

    /// Returns the form of the main feature in Home Assistant. The form determines which `device-class` a wiring can state.
    /// The default is nil, which accepts every class.
    static func entityForm(of settings: Settings) -> EntityForm?

    /// Returns the wiring entries of a device `name` for a test that requests the device without a wiring.
    ///
    /// The default assigns a free line to each line that the kind requires.
    ///
    /// - Parameter freeLine: Returns the name of an unused line, a different one on each call.
    static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry]

    /// Creates the device on a board. Called on the board's queue.
    ///
    /// - Parameters:
    ///   - settings: The checked settings, with the lines' names on the board's headers.
    ///   - context: The source of the lines and of the queue.
    /// - Throws: `GPIOError` or `BusError` if a line or a bus is not available. The initializer then releases all
    ///   resources that it has requested.
    init(_ name: String, _ settings: Settings, in context: DeviceContext) throws

    /// Handles a reading that the device has sent through the `readings` of its context. Called on the board's queue. A replay
    /// passes the readings of the session. The default does nothing, which suits most kinds.
    func receive(_ reading: String)

    /// The number of edges that the device's inputs are known to have lost. May be read from any thread. The default is
    /// 0, which suits outputs.
    var lostEdges: Int { get }

    /// Releases the resources that the device has requested. Called once, on the queue. The board itself closes the outputs.
    func close()
}

extension Device {
    public static func buses(of settings: Settings) -> [BusWire] { [] }

    public static func controls(of settings: Settings) -> [Control] { [] }

    public static func entityForm(of settings: Settings) -> EntityForm? { nil }

    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        var settings = Settings()
        settings.changeLines { $0.name = freeLine() }
        return [.device(WiredDevice(Self.self, name, settings))]
    }

    public func receive(_ reading: String) {}

    public var lostEdges: Int { 0 }

    public func close() {}
}

/// The names of a kind of device. Two kinds are equal if their `name` is equal.
public struct DeviceKind: Hashable, Sendable {
    /// The singular of the wiring's section: `led`.
    public let name: String
    /// The section of a wiring that lists devices of this kind: `leds`.
    public let section: String
    /// The name in messages and pictures: `LED`.
    public let title: String
    /// The word before the device's name in descriptions of changes, as in `led red on`; empty if the name is
    /// sufficient, as in `count 1`.
    public let label: String

    /// Creates the names of a kind.
    ///
    /// - Parameters:
    ///   - section: nil stands for the name followed by "s".
    ///   - title: nil stands for the name.
    ///   - label: nil stands for the name.
    public init(_ name: String, section: String? = nil, title: String? = nil, label: String? = nil) {
        self.name = name
        self.section = section ?? name + "s"
        self.title = title ?? name
        self.label = label ?? name
    }

    public static func == (one: DeviceKind, other: DeviceKind) -> Bool { one.name == other.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A collection of devices that looks them up by name: a board, or a test's bench.
///
/// Each kind adds its own convenience method: `board.led("lamp")`.
public protocol DeviceFinder {
    /// Returns the device of this kind that the wiring calls `name`. May be called from any thread.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such device; the error lists the known ones.
    ///   `BoardError.kindMismatch` if a device of another kind has the name.
    func device<Kind: Device>(_ kind: Kind.Type, _ name: String) throws(BoardError) -> Kind
}
