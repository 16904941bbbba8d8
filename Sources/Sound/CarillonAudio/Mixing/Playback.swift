import CLibrary

/// The settings with which a sound is played. The defaults play it once, unchanged.
public struct Playback: Hashable, Sendable {
    /// The gain in decibels: 0 leaves the sound as it is, -6 halves its amplitude, minus infinity is silent. A gain
    /// above 24 counts as 24.
    public var gain: Double
    /// The position between the left and the right channel: -1 is left only, 0 is the centre, 1 is right only. Other values
    /// are clamped to this range; not-a-number counts as 0. Has no effect on an output with one channel.
    ///
    /// Panning attenuates the opposite side, and leaves the other side unchanged.
    public var pan: Double
    /// Whether the sound repeats until it is stopped.
    public var loops: Bool
    /// The duration of the rise from silence to the gain. Zero, the default, starts at the full gain.
    public var fadeIn: Duration
    /// The priority. It decides which voice is stolen when too many voices sound.
    public var priority: VoicePriority
    /// The bus whose volume applies. The default is `.alarm` for the priority `.alarm`, and `.effects` for others.
    public var bus: AudioBus {
        get { chosenBus ?? (priority == .alarm ? .alarm : .effects) }
        set { chosenBus = newValue }
    }

    private var chosenBus: AudioBus?
    /// Whether the voice waits for a sound card that is lost, as one of the priority `.alarm` does.
    package var waitsForDevice = false

    /// Creates settings. The defaults play a sound once, unchanged. If `bus` is nil, the bus is `.alarm` for the priority
    /// `.alarm`, and `.effects` for others.
    public init(
        gain: Double = 0, pan: Double = 0, loops: Bool = false, fadeIn: Duration = .zero,
        priority: VoicePriority = .normal, bus: AudioBus? = nil
    ) {
        self.gain = gain
        self.pan = pan
        self.loops = loops
        self.fadeIn = fadeIn
        self.priority = priority
        chosenBus = bus
    }

    /// The settings that play a sound once, unchanged.
    public static let once = Playback()
    /// The settings that repeat a sound, unchanged.
    public static let looping = Playback(loops: true)
    /// The settings that play a sound once, on the bus `music`.
    public static let music = Playback(bus: .music)
    /// The settings that repeat a sound with the highest priority, on the bus `alarm`. Sounds on other buses are turned down.
    public static let alarm = Playback(loops: true, priority: .alarm)
}

/// The priority of a voice. When too many voices sound, the voice with the lowest priority is stolen; among equal priorities,
/// the oldest.
public enum VoicePriority: Int, Comparable, Sendable {
    /// Sounds that may be missed, such as ticks, clicks, a background.
    case low
    /// Sounds that respond to a user.
    case normal
    /// Sounds that should be heard to their end.
    case high
    /// Sounds that must be heard. Unless another bus is chosen, they are on the alarm bus, which turns down the others. When
    /// the sound card is lost, an alarm and the player's music wait for it; other voices continue unheard.
    case alarm

    public static func < (one: VoicePriority, other: VoicePriority) -> Bool { one.rawValue < other.rawValue }
}

/// The reason why a voice has ended.
public enum VoiceEndReason: Int, Sendable {
    /// The sound was played to its end.
    case finished
    /// The voice was stopped.
    case stopped
    /// Too many voices were sounding. Another sound stole the voice, or the sound did not start.
    case stolen
    /// The output has failed or was closed.
    case closed
    /// The sound is streamed, and reading it failed. `Sound.failure` gives the reason.
    case failed
}

/// Conversions of gains in decibels and pan positions to factors.
enum Gain {
    /// Returns the factor of a gain in decibels.
    static func amplitude(decibels: Double) -> Float {
        decibels.isNaN ? 0 : Float(pow(10, min(decibels, 24) / 20))
    }

    /// Returns the factors of the left and the right channel.
    static func sides(pan: Double) -> (left: Float, right: Float) {
        let angle = (pan.isNaN ? 0 : min(max(pan, -1), 1)) * .pi / 2
        return (left: angle > 0 ? side(angle) : 1, right: angle < 0 ? side(angle) : 1)
    }

    private static func side(_ angle: Double) -> Float {
        abs(angle) == .pi / 2 ? 0 : Float(cos(angle))
    }
}
