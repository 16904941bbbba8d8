import MobiusCore

/// A row of LEDs that shows how much there is of something: the more, the more are lit.
///
///     controller.connectView(try board.bar("volume").showing { Double($0.volume) / 100 })
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class LEDBar: @unchecked Sendable {
    /// What the wiring calls it.
    public let name: String
    /// How many LEDs are lit. On the queue only.
    public var lit: Int { bank.isClosed ? leds.count(where: \.isOn) : shown }
    /// How many LEDs there are.
    public var count: Int { leds.count }

    private var shown = 0
    private let leds: [LED]
    private let bank: OutputBank
    private let observer: DeviceObserver

    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - leds: The one that is lit first comes first; all are out.
    ///   - bank: That of the LEDs.
    ///   - observer: Is told each change.
    public init(name: String, leds: [LED], bank: OutputBank, observer: DeviceObserver) {
        self.name = name
        self.leds = leds
        self.bank = bank
        self.observer = observer
    }

    /// Lights as many LEDs as the share of all that `share` says, rounded to the nearest.
    ///
    /// May be called from any thread; on the queue it is done at once.
    ///
    /// - Parameter share: From 0 to 1. What is less or more counts as these, what is no number as 0.
    public func show(_ share: Double) {
        guard bank.queue.isCurrent else {
            bank.queue.async { [self] in show(share) }
            return
        }
        let lit = share > 0 ? Int((min(share, 1) * Double(leds.count)).rounded()) : 0
        guard !bank.isClosed else { return }
        // Each is told, so that one that was switched by itself is right again.
        bank.together {
            for (index, led) in leds.enumerated() { led.output.begin(.steady(index < lit)) }
        }
        guard lit != shown else { return }
        shown = lit
        observer.didChange(.bar(name: name, lit: lit, of: leds.count))
    }

    /// The view that shows a share of the whole for each model.
    public func showing<Model>(_ share: @escaping @Sendable (Model) -> Double) -> DeviceView<Model> {
        DeviceView { [self] model in show(share(model)) }
    }
}

extension LEDBar: Device {
    /// The settings that a wiring gives such a device.
    public struct Settings: DeviceSettings {
        /// Its LEDs, by their names, at least one.
        public var leds: [Reference] = []

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field(
                    "leds", devices: \.leds, of: LED.self, "its LEDs, the one that is lit first comes first",
                    example: "[low, high]")
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("bar") }

    public static func wires(of settings: Settings) -> [Wire] { [] }

    /// A bar of 10 LEDs.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        let names = (0..<10).map { "\(name).\($0)" }
        return names.map { .led($0, line: freeLine()) } + [.bar(name, leds: names)]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, leds: try settings.leds.map { try context.device(LED.self, $0) },
            bank: try context.allOutputs(),
            observer: context.observer)
    }

    public var features: [Feature] {
        [
            Feature(
                set: { value in value.number.map { self.show($0 / Double(max(self.count, 1))) } },
                { DeviceChange.bar(name: self.name, lit: self.lit, of: self.count).value })
        ]
    }
}

extension Wiring.Entry {
    /// A bar of some of the LEDs, the one that is lit first comes first.
    public static func bar(
        _ name: String, leds: [String], file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return .device(LEDBar.self, name, at: position) { settings in
            settings.leds = leds.map { Reference(name: $0, position: position) }
        }
    }
}

extension DeviceChange {
    /// A bar has so many of its LEDs lit.
    public static func bar(name: String, lit: Int, of count: Int) -> DeviceChange {
        let scale = Feature.Scale(0...Double(max(count, 0)), step: 1)
        return DeviceChange(kind: LEDBar.kind, name: name, .level(Double(lit), scale))
    }
}

extension DeviceFinder {
    /// The bar of LEDs that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such bar.
    public func bar(_ name: String) throws(BoardError) -> LEDBar { try device(LEDBar.self, name) }
}
