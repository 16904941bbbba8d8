import CarillonDevices
import MobiusCore

/// The parts, by the names that the wiring gives them. A name that it lacks is an error that lists those it has; the name of
/// a part of another kind is `BoardError.otherKind`.
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
        try part(.button, name, in: \.buttons, by: \.name)
    }

    /// The rotary encoder that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such encoder.
    public func encoder(_ name: String) throws(BoardError) -> RotaryEncoder {
        try part(.encoder, name, in: \.encoders, by: \.name)
    }

    /// The switch that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such switch.
    public func `switch`(_ name: String) throws(BoardError) -> Switch {
        try part(.switch, name, in: \.switches, by: \.name)
    }

    /// The sensor that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such sensor.
    public func sensor(_ name: String) throws(BoardError) -> Sensor {
        try part(.sensor, name, in: \.sensors, by: \.name)
    }

    /// The LED that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such LED.
    public func led(_ name: String) throws(BoardError) -> LED {
        try part(.led, name, in: \.leds, by: \.name)
    }

    /// The light of three colours that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such light.
    public func rgb(_ name: String) throws(BoardError) -> RGBLED {
        try part(.rgb, name, in: \.rgbs, by: \.name)
    }

    /// The bar of LEDs that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such bar.
    public func bar(_ name: String) throws(BoardError) -> LEDBar {
        try part(.bar, name, in: \.bars, by: \.name)
    }

    /// The buzzer that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such buzzer.
    public func buzzer(_ name: String) throws(BoardError) -> Buzzer {
        try part(.buzzer, name, in: \.buzzers, by: \.name)
    }

    /// The relay that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such relay.
    public func relay(_ name: String) throws(BoardError) -> Relay {
        try part(.relay, name, in: \.relays, by: \.name)
    }

    /// The number display that the wiring calls `name`: a view for a loop whose model is the number.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such number.
    public func number(_ name: String) throws(BoardError) -> NumberDisplay {
        try part(.number, name, in: \.numbers, by: \.name)
    }

    private func part<Part>(
        _ kind: PartKind, _ name: String, in list: KeyPath<Parts, [Part]>, by path: KeyPath<Part, String>
    ) throws(BoardError) -> Part {
        func found() -> Part? { parts[keyPath: list].first { $0[keyPath: path] == name } }
        if let part = found() { return part }
        try addMissing(kind, name)
        guard let part = found() else {
            throw missing(kind.rawValue, name, known: parts[keyPath: list].map { $0[keyPath: path] })
        }
        return part
    }

    /// The kinds of the parts called `name`.
    package func kinds(of name: String) -> [PartKind] { parts.kinds(of: name) }

    /// The error for a name that no part of a kind has.
    ///
    /// - Parameter known: The names of the parts of this kind.
    package func missing(_ kind: String, _ name: String, known: [String]) -> BoardError {
        guard let actual = kinds(of: name).first else { return .unknownPart(kind: kind, name: name, known: known) }
        return .otherKind(kind: kind, name: name, actual: actual.rawValue)
    }
}
