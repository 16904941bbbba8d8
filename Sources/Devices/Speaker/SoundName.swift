/// The name of a sound: its name in the wiring, the name of its file in `Sounds/` without the extension, its name in
/// `Speaker.add`, or the absolute path of a file, which begins with `/`.
public struct SoundName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as text.
    public let description: String

    /// Creates the name of a sound.
    public init(_ name: String) {
        description = name
    }

    /// Creates the name of a sound from a string literal.
    public init(stringLiteral name: String) {
        self.init(name)
    }

    /// The name of the sound that tells users that an action is not possible.
    public static let alert: SoundName = "alert"
}

/// The sounds that come with Carillon, in addition to `alert`. Sounds/README.md describes them.
extension SoundName {
    /// Six tones, high and low: attention is needed at once. Meant to be looped until the user acknowledges it.
    public static let alarm: SoundName = "alarm"
    /// A gong of three tones: an announcement follows.
    public static let attention: SoundName = "attention"
    /// Two falling tones: an action was cancelled.
    public static let cancel: SoundName = "cancel"
    /// A click: a button was pressed.
    public static let click: SoundName = "click"
    /// Two rising tones: an input was accepted.
    public static let confirm: SoundName = "confirm"
    /// A short beep: another second of a countdown has passed.
    public static let countdown: SoundName = "countdown"
    /// A bell that goes ding dong: a visitor is at the door.
    public static let doorbell: SoundName = "doorbell"
    /// A low buzz, twice: an action has failed.
    public static let error: SoundName = "error"
    /// Three falling tones: the battery is low.
    public static let lowBattery: SoundName = "low-battery"
    /// Two quick tones: a message has arrived.
    public static let message: SoundName = "message"
    /// A bell: there is news.
    public static let notify: SoundName = "notify"
    /// Three rising tones: an action starts.
    public static let start: SoundName = "start"
    /// Three falling tones: an action ends.
    public static let stop: SoundName = "stop"
    /// Four rising tones: an action has succeeded.
    public static let success: SoundName = "success"
    /// The tick of a clock: a step in one direction.
    public static let tick: SoundName = "tick"
    /// Four beeps, twice: time is up.
    public static let timer: SoundName = "timer"
    /// The tock of a clock: a step in the other direction.
    public static let tock: SoundName = "tock"
    /// Two long tones: there may be a problem.
    public static let warning: SoundName = "warning"

    /// All sounds that come with Carillon, in alphabetical order.
    public static let all: [SoundName] = [
        .alarm, .alert, .attention, .cancel, .click, .confirm, .countdown, .doorbell, .error, .lowBattery, .message,
        .notify, .start, .stop, .success, .tick, .timer, .tock, .warning,
    ]
}

/// The error of a sound that cannot be played: the sound output has failed or been closed, or too many sounds are waiting.
public struct SoundNotPlayed: Error, Equatable, CustomStringConvertible {
    /// The name of the sound that was not played.
    public let name: SoundName
    /// The message for users, with the name and the cause.
    public var description: String { "cannot play the sound \"\(name)\": the sound output has failed or is overloaded" }
}
