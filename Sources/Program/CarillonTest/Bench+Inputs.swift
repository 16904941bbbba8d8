import CarillonAudio
import CarillonBoard
import CarillonDevices

/// The user's actions on the inputs. Each action lets virtual time pass: when the call returns, the contacts have settled.
///
/// A name that is not an input throws `BoardError.unknownDevice`, which lists the inputs, or `BoardError.kindMismatch`
/// if it is a device of another kind.
extension Bench {
    /// Presses a button briefly and releases it. An encoder's button has the encoder's name. A button of the application
    /// (`Board.values`) is pressed as on the page.
    ///
    /// - Parameter duration: The time for which the button is down; nil means twice its debounce time, at least 5 ms. With the
    ///   default debounce time, that is 40 ms.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func press(_ button: String, for duration: Duration? = nil) throws {
        do {
            let button = try find(button)
            perform(duration.map { .hold(button, $0) } ?? .click(button, times: 1))
        } catch {
            guard hasValue(button) else { throw error }
            try set(button, to: .press(true))
        }
    }

    /// Presses a button long enough for a hold, and releases it.
    ///
    /// The duration is that of the application's longest `held(_:for:)`, or of the hold in the wiring if the application has
    /// none.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func hold(_ button: String) throws {
        perform(try find(button).maximumHold(on: board))
    }

    /// Clicks a button, and lets time pass until a further click would not count together with these clicks.
    ///
    /// - Parameter times: The number of clicks, from 0 to 1000000.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`, or ``BenchError/outOfRange(_:allowed:)``.
    public func click(_ button: String, times: Int = 1) throws {
        let button = try find(button)
        try check(times, isIn: 0...Self.maximumSteps)
        perform(.click(button, times: times))
        advance(by: button.multiClickInterval)
    }

    /// Presses a button until `release(_:)`.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func pushDown(_ button: String) throws { perform(.press(try find(button))) }

    /// Releases a button.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func release(_ button: String) throws { perform(.release(try find(button))) }

    /// Turns an encoder's knob.
    ///
    /// - Parameter steps: The number of steps, from -1000000 to 1000000. Positive steps turn to the right, negative ones to the
    ///   left.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`, or ``BenchError/outOfRange(_:allowed:)``.
    public func turn(_ encoder: String, by steps: Int = 1) throws {
        let knob = try find("encoder", encoder, where: \.isTurned)
        try check(steps, isIn: -Self.maximumSteps...Self.maximumSteps)
        perform(.turn(knob, steps: steps))
    }

    /// Changes a switch to its other position.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func flip(_ name: String) throws { perform(.flip(try findSwitch(name))) }

    /// Turns a switch on or off.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func flip(_ name: String, to isOn: Bool) throws { perform(.set(try findSwitch(name), isOn: isOn)) }

    /// Activates a sensor for a moment: twice its debounce time, at least 5 ms.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func sense(_ sensor: String) throws { perform(.show(try findSensor(sensor))) }

    /// Activates (true) or deactivates (false) a sensor until the next call.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func sense(_ sensor: String, _ isThere: Bool) throws {
        perform(.set(try findSensor(sensor), isOn: isThere))
    }

    /// Operates a device by a text: types keys on a keypad (`"12#"`, `"KEY_OK"`, `"+KEY_UP"` to press and `"-KEY_UP"` to
    /// release), lets a reader read a card (`"0012345678"`), changes a temperature (`"21.5"`).
    ///
    /// A text that the device does not accept is reported as a failure (``failures``), and has no other effect.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func enter(_ text: String, at device: String) throws { perform(.enter(try findEntered(device), text)) }

    /// Sets the number that a device measures, and lets time pass until the program has read it: the temperature of a
    /// thermometer in degrees Celsius, the voltage of an analog input in volts.
    ///
    ///     try bench.measure(21.5, at: "room")
    ///
    /// - Parameter number: The number; for a device with several quantities, the number of the main one. A number that the
    ///   device cannot measure is reported as a failure (``failures``), and has no other effect.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func measure(_ number: Double, at device: String) throws { try enter("\(number)", at: device) }

    /// Sets numbers of a device that measures several quantities, and lets time pass until the program has read them.
    ///
    ///     try bench.measure([.temperature: 21.5, .humidity: 75], at: "outside")
    ///
    /// - Parameter numbers: The numbers. Other quantities do not change. If the device cannot measure one of the numbers, a
    ///   failure is reported (``failures``), and no number is set.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`, or ``BenchError/unknownQuantity(_:at:allowed:)``.
    public func measure(_ numbers: [BenchQuantity: Double], at device: String) throws {
        let quantities = try findEntered(device).control.quantities.compactMap(BenchQuantity.init)
        if let unknown = numbers.keys.first(where: { !quantities.contains($0) }) {
            throw BenchError.unknownQuantity(unknown, at: device, allowed: quantities)
        }
        let words = quantities.map { quantity in numbers[quantity].map { "\($0)" } ?? "-" }
        try enter(words.joined(separator: " "), at: device)
    }

    /// Puts a card on an RFID reader, in place of any other card, and lets time pass until it has been read.
    ///
    /// - Parameter id: 4, 7 or 10 bytes in hexadecimal digits: `04a1b2c3`.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func putCard(_ id: String, on reader: String) throws { try enter(id, at: reader) }

    /// Takes the card away from an RFID reader.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func removeCard(from reader: String) throws { try enter("none", at: reader) }

    /// Unplugs a device that ``enter(_:at:)`` operates, until `plugIn(_:)`.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func unplug(_ device: String) throws { perform(.setPresence(try findEntered(device), false)) }

    /// Plugs a device in again after `unplug(_:)`.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func plugIn(_ device: String) throws { perform(.setPresence(try findEntered(device), true)) }

    // MARK: Controls and actions

    static var maximumSteps: Int { 1_000_000 }

    func check(_ number: Int, isIn allowed: ClosedRange<Int>) throws(BenchError) {
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

    private func findEntered(_ name: String) throws(BoardError) -> SimulatedControl {
        try find("device", name, where: \.isEntered)
    }

    private func find(
        _ kind: String, _ name: String, where isIncluded: (Control) -> Bool
    ) throws(BoardError) -> SimulatedControl {
        let controls = SimulatedControls(devices.wiring)
        guard let control = controls.find(name, where: isIncluded) else {
            throw board.missing(kind, name, known: controls.names(where: isIncluded))
        }
        return control
    }

    private func perform(_ action: SimulatedAction) { user.perform(action, in: time) }
}

/// Faults of the hardware.
extension Bench {
    /// Removes the GPIO chip, like unplugging one on USB: buttons count as released, and output changes wait for the
    /// chip.
    public func unplugChip() { time.sync { chip.unplug() } }

    /// Plugs the GPIO chip in again.
    public func plugInChip() { time.sync { chip.plugIn() } }

    /// Removes the sound card for the rest of the test: current sounds end, and later sounds fail.
    public func unplugSpeaker() {
        output.fail(.lost(device: "bench", reason: "No such device"))
        advance(by: .zero)
    }

    /// Lets time pass until no sound is playing.
    ///
    /// - Parameter limit: The longest wait, in virtual time, in case a sound never ends.
    /// - Returns: Whether all sounds have ended.
    @discardableResult
    public func finishSounds(atMost limit: Duration = .seconds(3600)) -> Bool {
        advance(atMost: limit) { !isSounding }
    }
}

/// A quantity of a device that measures several, with its unit.
public enum BenchQuantity: String, Sendable {
    /// The temperature in degrees Celsius.
    case temperature
    /// The relative humidity in percent.
    case humidity
    /// The air pressure in hectopascals.
    case pressure = "atmospheric_pressure"
    /// The concentration of carbon dioxide in ppm.
    case carbonDioxide = "carbon_dioxide"
}
