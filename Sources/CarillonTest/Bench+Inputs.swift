import CarillonBoard
import CarillonDevices
import Synchronization

/// What a person does to the inputs. It takes as long as it takes: each contact has come to rest when the call returns.
///
/// A name that is no input's is `BoardError.unknownDevice`, which lists those there are. The name of a device of another kind is
/// `BoardError.otherKind`.
extension Bench {
    /// Presses a button for a moment, or an encoder's button by the encoder's name.
    ///
    /// - Parameter duration: How long it is down; nil is twice its debounce time, 40 ms.
    public func press(_ button: String, for duration: Duration? = nil) throws {
        let button = try find(button)
        perform(duration.map { .hold(button, $0) } ?? .click(button, times: 1))
    }

    /// Presses a button for as long as a hold takes, and lets it go.
    ///
    /// A hold takes as long as the longest `held(_:for:)` of the application, and as the wiring says if there is none.
    public func hold(_ button: String) throws {
        let wired = try find(button)
        let features = board.devices(called: button).flatMap(\.features)
        let hold = board.queue.perform { features.compactMap { $0.longestHold() }.first }
        perform(.hold(wired, hold.map { $0 + wired.control.debounce } ?? wired.holdTime))
    }

    /// Clicks a button, and waits for as long as another click could follow.
    ///
    /// - Parameter times: From 0 to 1000000.
    /// - Throws: `BoardError`, or ``BenchError/outOfRange(_:allowed:)``.
    public func click(_ button: String, times: Int = 1) throws {
        let button = try find(button)
        try check(times, isIn: 0...Self.mostSteps)
        perform(.click(button, times: times))
        advance(by: button.clickPause)
    }

    /// Presses a button and keeps it pressed, until `release`.
    public func pushDown(_ button: String) throws { perform(.press(try find(button))) }

    /// Lets go of a button.
    public func release(_ button: String) throws { perform(.release(try find(button))) }

    /// Turns an encoder's knob.
    ///
    /// - Parameter steps: How many, to the right; to the left if it is less than 0. From -1000000 to 1000000.
    /// - Throws: `BoardError`, or ``BenchError/outOfRange(_:allowed:)``.
    public func turn(_ encoder: String, by steps: Int = 1) throws {
        let knob = try find("encoder", encoder, where: \.isTurned)
        try check(steps, isIn: -Self.mostSteps...Self.mostSteps)
        perform(.turn(knob, steps: steps))
    }

    /// Puts a switch to where it is not.
    public func flip(_ name: String) throws { perform(.flip(try findSwitch(name))) }

    /// Puts a switch to on or off.
    public func flip(_ name: String, to isOn: Bool) throws { perform(.set(try findSwitch(name), isOn: isOn)) }

    /// Shows a sensor something for a moment.
    public func sense(_ sensor: String) throws { perform(.show(try findSensor(sensor))) }

    /// Has a sensor find something, or nothing, from now on.
    public func sense(_ sensor: String, _ isThere: Bool) throws {
        perform(.set(try findSensor(sensor), isOn: isThere))
    }

    // MARK: Finding and doing

    private static var mostSteps: Int { 1_000_000 }

    private func check(_ number: Int, isIn allowed: ClosedRange<Int>) throws(BenchError) {
        guard allowed.contains(number) else { throw .outOfRange(number, allowed: allowed) }
    }

    private func find(_ button: String) throws(BoardError) -> SimulatedControl {
        try find("button", button, where: \.isPressed)
    }

    private func findSwitch(_ name: String) throws(BoardError) -> SimulatedControl {
        try find("switch", name, where: \.isToggled)
    }

    private func findSensor(_ name: String) throws(BoardError) -> SimulatedControl {
        try find("sensor", name, where: \.senses)
    }

    private func find(
        _ kind: String, _ name: String, where isMeant: (Control) -> Bool
    ) throws(BoardError) -> SimulatedControl {
        let controls = SimulatedControls(devices.wiring)
        guard let control = controls.find(name, where: isMeant) else {
            throw board.missing(kind, name, known: controls.names(where: isMeant))
        }
        return control
    }

    private func perform(_ act: SimulatedAct) {
        let isDone = Flag()
        time.sync {
            hand.perform(act)
            hand.whenDone { isDone.set() }
        }
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
