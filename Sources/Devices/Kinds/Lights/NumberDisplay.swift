import MobiusCore

/// A display of a number in binary on several LEDs. It is a view for a loop whose model is the number.
public final class NumberDisplay: LEDGroup, Settable, Connectable, @unchecked Sendable {
    /// The number that the LEDs show. Queue only.
    public var number: Int {
        bank.isClosed ? leds.reversed().reduce(0) { $0 << 1 | ($1.isOn ? 1 : 0) } : shown
    }

    /// Shows `number` in binary. If there are too few LEDs, only the lowest bits are shown. All LEDs change at the same moment.
    ///
    /// May be called from any thread; takes effect immediately on the queue.
    public func set(_ number: Int) { show(number, lit: number) }

    /// Shows each model that the connection accepts. When the connection is disposed of, the display keeps showing the last
    /// model.
    public func connect(_ consumer: @escaping Consumer<Never>) -> Connection<Int> {
        views.connection { [self] number in set(number) }
    }
}

extension NumberDisplay: Device {
    public static var kind: DeviceKind { DeviceKind("number", label: "") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .number(Feature.Scale(step: 1)) }

    /// Returns the entries of 8 LEDs and of a number display that consists of them.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        let names = (0..<8).map { "\(name).\($0)" }
        return names.map { .led($0, line: freeLine()) } + [.number(name, leds: names)]
    }

    public var features: [Feature] {
        // Each integer up to 2^53 is a Double.
        let limits = 0...Double(1 << min(leds.count, 53) - 1)
        return [Feature(canBeSet: true, limits: limits, isDriven: views.isDriven)]
    }

    public func value(of feature: Int) -> Feature.Value { DeviceChange.number(name: name, value: number).value }
    public func setFeature(_ feature: Int, to value: Feature.Value) { value.number.map { set(Int($0)) } }
}

extension Wiring.Entry {
    /// Returns an entry for a number in binary on `leds`, the lowest bit first.
    public static func number(
        _ name: String, leds: [String], file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        .device(NumberDisplay.self, name, file: file, sourceLine: sourceLine, column: column) {
            $0.leds = leds.map { WiringReference($0) }
        }
    }
}

extension DeviceChange {
    /// Returns a change that reports the new number of a display.
    public static func number(name: String, value: Int) -> DeviceChange {
        DeviceChange(kind: NumberDisplay.kind, name: name, .level(Double(value), Feature.Scale(step: 1)))
    }
}
