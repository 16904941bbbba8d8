/// Something on a device that a hand works on a simulated board: a button to press, a knob to turn.
public struct Control: Sendable {
    /// How it is worked.
    public enum Form: Sendable {
        /// A contact that is pressed and let go of. It is held for `hold`, and clicks that count together are at most
        /// `clickPause` apart.
        case press(hold: Duration, clickPause: Duration)
        /// A contact that stays as it is put.
        case toggle
        /// A sensor that is shown something, for a moment or for longer.
        case sense
        /// A knob with two contacts, which makes 1, 2 or 4 steps in a cycle of them.
        case turn(stepsPerCycle: Int)
    }

    /// How it is worked.
    public let form: Form
    /// The name of the feature that it changes; empty for the device's main one.
    public let feature: String
    /// The lines of its contacts, which are active while they are closed: two for a knob, one for all else.
    public let lines: [LineReference]
    /// How long each contact may chatter: it is left alone for twice as long after each change.
    public let debounce: Duration
    /// The keys that the wiring gives it: left and right for a knob, one for all else. nil takes one that is free.
    public let keys: [Character?]

    /// A control with its contacts' lines.
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
