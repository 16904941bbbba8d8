import CarillonGPIO

/// A part of a device that a user operates on a simulated board, such as a button or a knob.
public struct Control: Sendable {
    /// The ways to operate a control.
    public enum Form: Sendable {
        /// A contact that is pressed and released. A press becomes a hold after `hold`. Clicks that count together are
        /// at most `multiClickInterval` apart.
        case press(hold: Duration, multiClickInterval: Duration)
        /// A contact that stays in the position in which it is put.
        case toggle
        /// A sensor that the user triggers, briefly or for a longer time.
        case sense
        /// A knob with two contacts, with 1, 2 or 4 steps per cycle of the contacts.
        case turn(stepsPerCycle: Int)
        /// A device that receives texts, such as the names of keys, the id of a card, or a temperature.
        ///
        /// - Parameters:
        ///   - place: The simulated device.
        ///   - examples: Sample texts. The page has a button for each of them. The control's key on the panel enters the first
        ///     one.
        ///   - ending: The text that is appended to each entered text, such as a line feed for Enter; empty by default.
        case enter(SimulatedTarget, examples: [String], ending: String = "")
    }

    /// The way to operate the control.
    public let form: Form
    /// The name of the feature that the control changes; empty for the device's main feature.
    public let feature: String
    /// The lines of the contacts, which are active while the contacts are closed: two for `turn`, none for `enter`, one for the
    /// other forms.
    public let lines: [LineReference]
    /// The debounce time of each contact. After a change, the simulation waits for twice this time before it changes the
    /// contact again.
    public let debounce: Duration
    /// The keyboard keys that operate the control: left and right for a knob, one for any other control. nil selects a free
    /// key.
    public let keys: [Character?]
    /// The time within which the program notices a change of a device that it polls; zero for devices that are not polled.
    public var settling = Duration.zero
    /// The texts that the device takes, in words for messages, such as "a number from 0 to 100"; empty if it takes any text.
    public var texts = ""
    /// The quantities of a device that measures several, by their device classes in Home Assistant, such as `humidity`. A
    /// text contains a number for each of them, in this order. `-` in place of a number leaves that quantity unchanged.
    public var quantities: [String] = []

    /// Creates a control with the lines of its contacts.
    ///
    /// - Parameters:
    ///   - feature: The name of the feature that the control changes; empty for the device's main feature.
    ///   - debounce: The debounce time of each contact.
    ///   - keys: The keyboard keys that operate the control: left and right for a knob, one for any other control. nil
    ///     selects a free key.
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
