import MobiusCore

/// A row of LEDs that shows an amount: the larger the amount, the more LEDs are lit.
///
///     controller.connectView(try board.bar("volume").showing { Double($0.volume) / 100 })
///
/// The settings can also let a bar show negative amounts, beginning at the other end of the row, and dim the last LED that is
/// lit.
public final class LEDBar: LEDGroup, @unchecked Sendable {
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
    public func show(_ share: Double) {
        guard bank.queue.isCurrent else {
            bank.queue.async { [self] in show(share) }
            return
        }
        let share = share.isNaN ? 0 : min(max(share, settings.isSigned ? -1 : 0), 1)
        let amount = share * Double(count)
        let level = Int(((settings.dimsLast ? amount : amount.rounded()) * Self.steps).rounded())
        let last = count - 1
        show(level) { index in
            let place = level < 0 ? last - index : index
            return .dimmed(to: (Double(level.magnitude) - Double(place) * Self.steps) / Self.steps)
        }
    }

    /// Returns the view that lights the share of the LEDs that `share` returns for each model, from 0 to 1, or from -1 to 1 for
    /// a bar that shows negative amounts.
    public func showing<Model>(_ share: @escaping @Sendable (Model) -> Double) -> DeviceView<Model> {
        DeviceView(views) { [self] model in show(share(model)) }
    }
}

extension LEDBar: Device {
    /// The settings of a bar in a wiring.
    public struct Settings: DeviceSettings {
        /// The names of the LEDs, at least one, in the order in which they are lit.
        public var leds: [WiringReference] = []
        /// Whether the last LED that is lit is dimmed, to show amounts between two LEDs.
        public var dimsLast = false
        /// Whether negative amounts light the LEDs, beginning at the other end. Otherwise, they light none.
        public var isSigned = false

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("leds", \.leds, .devices(LED.self, example: "[bit0, bit1]"), "the LEDs, the lowest first"),
                Field(
                    "last", \.dimsLast, .choice([("lit", false), ("dimmed", true)]),
                    "the last LED; a dimmed one shows amounts between two LEDs"),
                Field(
                    "negative", \.isSigned, .choice([("dark", false), ("lit", true)]),
                    "a negative amount; lit, it lights the LEDs from the other end"),
            ]
        }
    }

    /// Returns no wires, because each LED has its own.
    public static func wires(of settings: Settings) -> [Wire] { [] }

    /// Creates a bar of LEDs that the board has already created.
    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, leds: try settings.leds.map { try context.device(LED.self, $0) },
            bank: try context.allOutputs(), observer: context.observer)
        self.settings = settings
    }

    public static var kind: DeviceKind { DeviceKind("bar") }

    /// Returns the entries of 10 LEDs and of a bar that consists of them.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        let names = (0..<10).map { "\(name).\($0)" }
        return names.map { .led($0, line: freeLine()) } + [.bar(name, leds: names)]
    }

    public var features: [Feature] { [Feature(canBeSet: true, isDriven: views.isDriven)] }

    public func value(of feature: Int) -> Feature.Value {
        let count = Double(count)
        let scale = Feature.Scale((settings.isSigned ? -count : 0)...count, step: settings.dimsLast ? nil : 1)
        return .level(level, scale)
    }

    public func set(_ feature: Int, to value: Feature.Value) {
        value.number.map { show($0 / Double(max(count, 1))) }
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

extension DeviceFinder {
    /// Returns the bar of LEDs that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func bar(_ name: String) throws(BoardError) -> LEDBar { try device(LEDBar.self, name) }
}
