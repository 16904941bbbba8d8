import CarillonGPIO

/// A control of a device that a user operates on a simulated board, such as a button or a knob.
public struct Control: Sendable {
    /// The ways to operate a control.
    public enum Form: Sendable {
        /// A contact that is pressed and released. A press becomes a hold after `hold`. Clicks that count together are
        /// at most `multiClickInterval` apart.
        case press(hold: Duration, multiClickInterval: Duration)
        /// A contact that stays in the position in which it is put.
        case toggle
        /// A sensor that detects something, briefly or for longer.
        case sense
        /// A knob with two contacts, with 1, 2 or 4 steps per cycle of the contacts.
        case turn(stepsPerCycle: Int)
        /// A device that a text operates: keys, the id of a card, a temperature.
        ///
        /// - Parameters:
        ///   - place: The simulated device.
        ///   - examples: Texts, each of which has a button on the page. The device's key on the panel enters the first.
        ///   - ending: What follows each text, such as Enter.
        case enter(SimulatedPlace, examples: [String], ending: String = "")
    }

    /// The way to operate the control.
    public let form: Form
    /// The name of the feature that the control changes; empty for the device's main feature.
    public let feature: String
    /// The lines of the contacts, which are active while the contacts are closed: two for a knob, none for a device that
    /// a text operates, one for any other control.
    public let lines: [LineReference]
    /// The debounce time of each contact. A contact is not changed again within twice this time after a change.
    public let debounce: Duration
    /// The keys in the wiring: left and right for a knob, one for any other control. nil selects a free key.
    public let keys: [Character?]
    /// The time after which the program has noticed what happened to a device that it reads again and again.
    public var settling = Duration.zero

    /// Creates a control with the lines of its contacts.
    public init(
        _ form: Form, of feature: String = "", _ lines: LineReference..., debounce: Duration = .zero,
        keys: [Character?]
    ) {
        self.form = form
        self.feature = feature
        self.lines = lines
        self.debounce = debounce
        self.keys = keys
    }
}
