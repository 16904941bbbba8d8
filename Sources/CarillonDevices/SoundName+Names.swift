/// The sounds that come with Carillon, beside `alert`; Sounds/README.md draws them.
extension SoundName {
    /// Something needs attention at once, and again until somebody comes: six tones, high and low.
    public static let alarm: SoundName = "alarm"
    /// An announcement follows: a gong of three tones.
    public static let attention: SoundName = "attention"
    /// Something was called off: two tones, falling.
    public static let cancel: SoundName = "cancel"
    /// A button was pressed.
    public static let click: SoundName = "click"
    /// Something was understood: two tones, rising.
    public static let confirm: SoundName = "confirm"
    /// A second less: a short beep.
    public static let countdown: SoundName = "countdown"
    /// Somebody is at the door: ding dong.
    public static let doorbell: SoundName = "doorbell"
    /// Something has failed: a low buzz, twice.
    public static let error: SoundName = "error"
    /// Power runs out: three tones, falling.
    public static let lowBattery: SoundName = "low-battery"
    /// Somebody has written: two quick tones.
    public static let message: SoundName = "message"
    /// Something is new: a bell.
    public static let notify: SoundName = "notify"
    /// Something begins: three tones, rising.
    public static let start: SoundName = "start"
    /// Something ends: three tones, falling.
    public static let stop: SoundName = "stop"
    /// Something has succeeded: four tones, rising.
    public static let success: SoundName = "success"
    /// A step to the one side: a clock's tick.
    public static let tick: SoundName = "tick"
    /// A time is over: twice four beeps.
    public static let timer: SoundName = "timer"
    /// A step to the other side: a clock's tock.
    public static let tock: SoundName = "tock"
    /// Something may go wrong: two long tones.
    public static let warning: SoundName = "warning"

    /// All that come with Carillon, by the alphabet.
    public static let all: [SoundName] = [
        .alarm, .alert, .attention, .cancel, .click, .confirm, .countdown, .doorbell, .error, .lowBattery, .message,
        .notify, .start, .stop, .success, .tick, .timer, .tock, .warning,
    ]
}
