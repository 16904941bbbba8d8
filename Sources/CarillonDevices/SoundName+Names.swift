/// The sounds that come with Carillon, in addition to `alert`. Sounds/README.md shows them.
extension SoundName {
    /// Attention is needed at once: six tones, high and low. Meant to be looped until it is acknowledged.
    public static let alarm: SoundName = "alarm"
    /// An announcement follows: a gong of three tones.
    public static let attention: SoundName = "attention"
    /// An action was cancelled: two falling tones.
    public static let cancel: SoundName = "cancel"
    /// A button was pressed.
    public static let click: SoundName = "click"
    /// An input was accepted: two rising tones.
    public static let confirm: SoundName = "confirm"
    /// A countdown has one second less: a short beep.
    public static let countdown: SoundName = "countdown"
    /// A visitor is at the door: ding dong.
    public static let doorbell: SoundName = "doorbell"
    /// An action has failed: a low buzz, twice.
    public static let error: SoundName = "error"
    /// The battery is low: three falling tones.
    public static let lowBattery: SoundName = "low-battery"
    /// A message has arrived: two quick tones.
    public static let message: SoundName = "message"
    /// There is news: a bell.
    public static let notify: SoundName = "notify"
    /// An action starts: three rising tones.
    public static let start: SoundName = "start"
    /// An action ends: three falling tones.
    public static let stop: SoundName = "stop"
    /// An action has succeeded: four rising tones.
    public static let success: SoundName = "success"
    /// A step in one direction: the tick of a clock.
    public static let tick: SoundName = "tick"
    /// Time is up: four beeps, twice.
    public static let timer: SoundName = "timer"
    /// A step in the other direction: the tock of a clock.
    public static let tock: SoundName = "tock"
    /// There may be a problem: two long tones.
    public static let warning: SoundName = "warning"

    /// All sounds that come with Carillon, in alphabetical order.
    public static let all: [SoundName] = [
        .alarm, .alert, .attention, .cancel, .click, .confirm, .countdown, .doorbell, .error, .lowBattery, .message,
        .notify, .start, .stop, .success, .tick, .timer, .tock, .warning,
    ]
}
