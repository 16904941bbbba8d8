import CarillonDevices
import MobiusCore

/// The parts, by the names that the wiring gives them. A name that it lacks is an error that lists those it has.
extension Board {
    /// The event source of some buttons: what event a press of which button is.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such button.
    public func buttons<Event: Sendable>(_ events: [String: Event]) throws(BoardError) -> ButtonPresses<Event> {
        var pairs: [(Button, Event)] = []
        for (name, event) in events { pairs.append((try button(name), event)) }
        return ButtonPresses(pairs)
    }

    /// The button that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such button.
    public func button(_ name: String) throws(BoardError) -> Button {
        try Self.part("button", name, in: parts.buttons, by: \.name)
    }

    /// The rotary encoder that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such encoder.
    public func encoder(_ name: String) throws(BoardError) -> RotaryEncoder {
        try Self.part("encoder", name, in: parts.encoders, by: \.name)
    }

    /// The switch that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such switch.
    public func `switch`(_ name: String) throws(BoardError) -> Switch {
        try Self.part("switch", name, in: parts.switches, by: \.name)
    }

    /// The sensor that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such sensor.
    public func sensor(_ name: String) throws(BoardError) -> Sensor {
        try Self.part("sensor", name, in: parts.sensors, by: \.name)
    }

    /// The LED that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such LED.
    public func led(_ name: String) throws(BoardError) -> LED {
        try Self.part("LED", name, in: parts.leds, by: \.name)
    }

    /// The light of three colours that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such light.
    public func rgb(_ name: String) throws(BoardError) -> RGBLED {
        try Self.part("RGB LED", name, in: parts.rgbs, by: \.name)
    }

    /// The bar of LEDs that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such bar.
    public func bar(_ name: String) throws(BoardError) -> LEDBar {
        try Self.part("bar", name, in: parts.bars, by: \.name)
    }

    /// The buzzer that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such buzzer.
    public func buzzer(_ name: String) throws(BoardError) -> Buzzer {
        try Self.part("buzzer", name, in: parts.buzzers, by: \.name)
    }

    /// The relay that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such relay.
    public func relay(_ name: String) throws(BoardError) -> Relay {
        try Self.part("relay", name, in: parts.relays, by: \.name)
    }

    /// The number display that the wiring calls `name`: a view for a loop whose model is the number.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such number.
    public func number(_ name: String) throws(BoardError) -> NumberDisplay {
        try Self.part("number", name, in: parts.numbers, by: \.name)
    }

    private static func part<Part>(
        _ kind: String, _ name: String, in parts: [Part], by path: KeyPath<Part, String>
    ) throws(BoardError) -> Part {
        guard let part = parts.first(where: { $0[keyPath: path] == name }) else {
            throw .unknownPart(kind: kind, name: name, known: parts.map { $0[keyPath: path] })
        }
        return part
    }
}
