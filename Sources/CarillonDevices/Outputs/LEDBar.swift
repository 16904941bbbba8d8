import MobiusCore

/// A row of LEDs that shows an amount: the larger the amount, the more LEDs are lit.
///
///     controller.connectView(try board.bar("volume").showing { Double($0.volume) / 100 })
public final class LEDBar: LEDGroup, @unchecked Sendable {
    /// The number of LEDs that are lit, from 0 to `count`. Queue only.
    public var lit: Int { bank.isClosed ? leds.count(where: \.isOn) : shown }
    /// The number of LEDs.
    public var count: Int { leds.count }

    /// Lights the share `share` of the LEDs, rounded to the nearest LED.
    ///
    /// May be called from any thread; takes effect immediately on the queue.
    ///
    /// - Parameter share: From 0 to 1. Values outside this range are clamped to it; NaN counts as 0.
    public func show(_ share: Double) {
        let lit = share > 0 ? Int((min(share, 1) * Double(leds.count)).rounded()) : 0
        show(lit, lit: 1 << lit &- 1)
    }

    /// Returns the view that lights a share of the LEDs, from 0 to 1, for each model.
    public func showing<Model>(_ share: @escaping @Sendable (Model) -> Double) -> DeviceView<Model> {
        DeviceView(views) { [self] model in show(share(model)) }
    }
}

extension LEDBar: Device {
    public static var kind: DeviceKind { DeviceKind("bar") }

    /// Returns a bar of 10 LEDs.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        let names = (0..<10).map { "\(name).\($0)" }
        return names.map { .led($0, line: freeLine()) } + [.bar(name, leds: names)]
    }

    public var features: [Feature] { [Feature(canBeSet: true, isDriven: views.isDriven)] }

    public func value(of feature: Int) -> Feature.Value { DeviceChange.bar(name: name, lit: lit, of: count).value }

    public func set(_ feature: Int, to value: Feature.Value) {
        value.number.map { show($0 / Double(max(count, 1))) }
    }
}

extension Wiring.Entry {
    /// Returns an entry for a bar of some of the LEDs, in the order in which they are lit.
    public static func bar(
        _ name: String, leds: [String], file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        .device(LEDBar.self, name, file: file, sourceLine: sourceLine, column: column) {
            $0.leds = leds.map { Reference($0) }
        }
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
