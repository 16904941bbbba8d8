/// What there is to see and hear, and the parts themselves.
///
/// A name that is no part's is `BoardError.unknownPart`, which lists those there are. The name of a part of another kind is
/// `BoardError.otherKind`. After `close()` the outputs show what is left on their lines.
extension Bench {
    /// What was seen and heard so far, in order.
    public var changes: [PartChange] { record.changes }

    /// What was seen and heard since the last call, in order.
    public func takeChanges() -> [PartChange] { record.takeChanges() }

    /// What the program would have said that has gone wrong, in order.
    public var failures: [String] { record.failures }

    /// The sounds that have begun so far, in order.
    public var sounds: [SoundName] {
        changes.compactMap { change in
            if case .sound(let name) = change { name } else { nil }
        }
    }

    /// Whether a sound sounds now.
    public var isSounding: Bool { board.engine.isSounding }

    /// What was heard up to the last start or end of a sound, with ``BenchSounds/files``: its samples, and when they began.
    public var heard: [SimulatedOutput.Passage] { output.output.passages }

    /// The names of the LEDs that are lit now, those of numbers and bars among them.
    public var lit: Set<String> {
        Set(parts.wiring.leds.map(\.name).filter { name in (try? board.led(name).isOn) ?? false })
    }

    /// The button called `name`: ask it for `isPressed`.
    public func button(_ name: String) throws(BoardError) -> Button { try board.button(name) }

    /// The switch called `name`: ask it for `isOn`.
    public func `switch`(_ name: String) throws(BoardError) -> Switch { try board.switch(name) }

    /// The sensor called `name`: ask it for `isDetecting`.
    public func sensor(_ name: String) throws(BoardError) -> Sensor { try board.sensor(name) }

    /// The encoder called `name`: ask it for `position`, and its `button` for `isPressed`.
    public func encoder(_ name: String) throws(BoardError) -> RotaryEncoder { try board.encoder(name) }

    /// The LED called `name`: ask it for `isOn`, `brightness`, `pattern`.
    public func led(_ name: String) throws(BoardError) -> LED { try board.led(name) }

    /// The light of three colours called `name`: ask it for `color`, `pattern`, `brightness`.
    public func rgb(_ name: String) throws(BoardError) -> RGBLED { try board.rgb(name) }

    /// The bar called `name`: ask it for `lit`.
    public func bar(_ name: String) throws(BoardError) -> LEDBar { try board.bar(name) }

    /// The number called `name`: ask it for `number`.
    public func number(_ name: String) throws(BoardError) -> NumberDisplay { try board.number(name) }

    /// The buzzer called `name`: ask it for `isOn`, `pattern`.
    public func buzzer(_ name: String) throws(BoardError) -> Buzzer { try board.buzzer(name) }

    /// The relay called `name`: ask it for `isOn`.
    public func relay(_ name: String) throws(BoardError) -> Relay { try board.relay(name) }
}
