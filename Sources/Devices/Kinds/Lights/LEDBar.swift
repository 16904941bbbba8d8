import MobiusCore

/// A row of LEDs that shows an amount: the larger the amount, the more LEDs are lit.
///
///     controller.connectView(try board.bar("volume").view { Double($0.volume) / 100 })
///
/// The settings can also let a bar show negative amounts, beginning at the other end of the row, and dim the last LED that is
/// lit.
public final class LEDBar: LEDGroup, Settable, @unchecked Sendable {
    /// The number of LEDs that are lit, even if dimly, from 0 to `count`. Queue only.
    public var lit: Int { bank.isClosed ? leds.count(where: \.isOn) : Int(level.magnitude.rounded(.up)) }
    /// The number of LEDs.
    public var count: Int { leds.count }
    /// The amount that the bar shows, as a number of LEDs from -`count` to `count`. Queue only.
    public var level: Double { bank.isClosed ? Double(lit) : Double(shown) / Self.steps }

    /// The steps of brightness of an LED.
    private static let steps = 255.0
    fileprivate var settings = Settings()

    /// Lights `share` of the LEDs. Without dimming of the last LED, the number of lit LEDs is rounded to the nearest one.
    ///
    /// May be called from any thread; takes effect immediately on the queue.
    ///
    /// - Parameter share: From 0 to 1, or from -1 to 1 for a bar that shows negative amounts. Values outside this range are
    ///   clamped to it; NaN counts as 0.
    public func set(_ share: Double) {
        guard bank.queue.isCurrent else { return bank.queue.async { [self] in set(share) } }
        let share = share.isNaN ? 0 : min(max(share, settings.isSigned ? -1 : 0), 1)
        let amount = share * Double(count)
        let level = Int(((settings.dimsLast ? amount : amount.rounded()) * Self.steps).rounded())
        let last = count - 1
        show(level) { index in
            let place = level < 0 ? last - index : index
            return .dimmed(to: (Double(level.magnitude) - Double(place) * Self.steps) / Self.steps)
        }
    }
}

extension LEDBar: Device {
    /// The settings of a bar in a wiring.
    public struct Settings: DeviceSettings {
        public var leds: [WiringReference] = []
        public var dimsLast = false
        public var isSigned = false

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("leds", \.leds, .devices(LED.self, example: "[bit0, bit1]"), "the LEDs, the lowest first"),
                Setting(
                    "last", \.dimsLast, .choice([("lit", false), ("dimmed", true)]),
                    "the last LED; a dimmed one shows amounts between two LEDs"),
                Setting(
                    "negative", \.isSigned, .choice([("dark", false), ("lit", true)]),
                    "a negative amount; lit, it lights the LEDs from the other end"),
            ]
        }
    }

    /// Returns no wires, because each LED has its own.
    public static func wires(of settings: Settings) -> [LineWire] { [] }

    /// Creates a bar of LEDs that the board has already created.
    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, leds: try settings.leds.map { try context.device(LED.self, $0) },
            bank: try context.allOutputs(), observer: context.observer)
        self.settings = settings
    }

    public static var kind: DeviceKind { DeviceKind("bar") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .number(Feature.Scale(step: 1)) }

    /// Returns the entries of 10 LEDs and of a bar that consists of them.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        let names = (0..<10).map { "\(name).\($0)" }
        return names.map { .led($0, line: freeLine()) } + [.bar(name, leds: names)]
    }

    public var features: [Feature] { [Feature(canBeSet: true, isDriven: views.isDriven)] }

    public func value(of feature: Int) -> Feature.Value {
        let count = Double(count)
        let scale = Feature.Scale((settings.isSigned ? -count : 0)...count, step: settings.dimsLast ? nil : 1)
        return .level(level, scale)
    }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        value.number.map { set($0 / Double(max(count, 1))) }
    }
}

extension Wiring.Entry {
    /// Returns an entry for a bar that consists of `leds`, in the order in which they are lit.
    public static func bar(
        _ name: String, leds: [String], file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout LEDBar.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(LEDBar.self, name, file, sourceLine, column, set) { $0.leds = leds.map { WiringReference($0) } }
    }
}

extension DeviceChange {
    /// Returns a change that reports the number of lit LEDs of a bar.
    public static func bar(name: String, lit: Int, of count: Int) -> DeviceChange {
        let scale = Feature.Scale(0...Double(max(count, 0)), step: 1)
        return DeviceChange(kind: LEDBar.kind, name: name, .level(Double(lit), scale))
    }
}
