import CarillonBoard
import Synchronization

/// What a person does to the inputs. It takes as long as it takes: each contact has come to rest when the call returns.
///
/// A name that is no input's is `BoardError.unknownPart`, which lists those there are.
extension Bench {
    /// Presses a button for a moment, or an encoder's button by the encoder's name.
    ///
    /// - Parameter duration: How long it is down; nil is twice its debounce time, 40 ms.
    public func press(_ button: String, for duration: Duration? = nil) throws {
        let button = try find(button)
        perform(duration.map { .hold(button, $0) } ?? .click(button, times: 1))
    }

    /// Presses a button for as long as a hold takes, and lets it go.
    public func hold(_ button: String) throws {
        let button = try find(button)
        perform(.hold(button, button.timing.hold + button.debounce))
    }

    /// Clicks a button, and waits for as long as another click could follow.
    public func click(_ button: String, times: Int = 1) throws {
        let button = try find(button)
        perform(.click(button, times: times))
        advance(by: button.timing.clickPause)
    }

    /// Presses a button and keeps it pressed, until `release`.
    public func pushDown(_ button: String) throws { perform(.press(try find(button))) }

    /// Lets go of a button.
    public func release(_ button: String) throws { perform(.release(try find(button))) }

    /// Turns an encoder's knob.
    ///
    /// - Parameter steps: How many, to the right; to the left if it is less than 0.
    public func turn(_ encoder: String, by steps: Int = 1) throws {
        guard let encoder = inputs.encoder(encoder) else {
            throw missing("encoder", encoder, known: parts.wiring.encoders.map(\.name))
        }
        perform(.turn(encoder, steps: steps))
    }

    /// Puts a switch to where it is not.
    public func flip(_ name: String) throws { perform(.flip(try findSwitch(name))) }

    /// Puts a switch to on or off.
    public func flip(_ name: String, to isOn: Bool) throws { perform(.set(try findSwitch(name), isOn: isOn)) }

    /// Shows a sensor something for a moment.
    public func sense(_ sensor: String) throws { perform(.show(try findSensor(sensor))) }

    /// Has a sensor find something, or nothing, from now on.
    public func sense(_ sensor: String, _ isThere: Bool) throws {
        perform(.sense(try findSensor(sensor), isThere))
    }

    // MARK: Finding and doing

    private var inputs: SimulatedInputs { SimulatedInputs(parts.wiring) }

    private func find(_ button: String) throws(BoardError) -> Wiring.Button {
        guard let found = inputs.button(button) else {
            let known = parts.wiring.buttons.map(\.name) + parts.wiring.encoders.filter(\.hasButton).map(\.name)
            throw missing("button", button, known: known)
        }
        return found
    }

    private func findSwitch(_ name: String) throws(BoardError) -> Wiring.Switch {
        guard let found = inputs.switch(name) else {
            throw missing("switch", name, known: parts.wiring.switches.map(\.name))
        }
        return found
    }

    private func findSensor(_ name: String) throws(BoardError) -> Wiring.Sensor {
        guard let found = inputs.sensor(name) else {
            throw missing("sensor", name, known: parts.wiring.sensors.map(\.name))
        }
        return found
    }

    func missing(_ kind: String, _ name: String, known: [String]) -> BoardError {
        .unknownPart(kind: kind, name: name, known: known)
    }

    private func perform(_ act: SimulatedAct) {
        let isDone = Flag()
        hand.perform(act)
        hand.whenDone { isDone.set() }
        // Whatever a hand does has an end.
        _ = time.advance(atMost: .seconds(366 * 24 * 3600)) { isDone.isSet }
    }
}

/// Something that has happened, or not yet.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}
