import CLibrary

/// How a sound is played. As it stands it is played once, unchanged.
public struct Playback: Hashable, Sendable {
    /// In decibels: 0 is as loud as the sound is, -6 half of it, minus infinity silent. What is above 24 counts as 24.
    public var gain: Double
    /// From -1, left only, by way of 0 to 1, right only. Without effect on an output with one channel.
    ///
    /// The side that it is turned away from gets quieter, the other one stays as it is.
    public var pan: Double
    /// Whether it begins again when it has come to its end, until it is stopped.
    public var loops: Bool
    /// How long it takes to get from silence to its gain. Zero begins with the sound's own first sample.
    public var fadeIn: Duration
    /// Who gives way to whom.
    public var priority: VoicePriority

    public init(
        gain: Double = 0, pan: Double = 0, loops: Bool = false, fadeIn: Duration = .zero,
        priority: VoicePriority = .normal
    ) {
        self.gain = gain
        self.pan = pan
        self.loops = loops
        self.fadeIn = fadeIn
        self.priority = priority
    }

    /// A sound as it is, once.
    public static let once = Playback()
    /// A sound as it is, again and again.
    public static let looping = Playback(loops: true)
    /// A sound that must be heard: again and again, before all others, which get quieter.
    public static let alarm = Playback(loops: true, priority: .alarm)
}

/// Which voice gives its place to another one when there are too many: the lowest, and of these the oldest.
public enum VoicePriority: Int, Comparable, Sendable {
    /// What may be missed: ticks, clicks, a background.
    case low
    /// What answers a person.
    case normal
    /// What should be heard to its end.
    case high
    /// What must be heard: all lower ones get quieter while it sounds, and it waits for a sound card that has been taken
    /// away, where others go on unheard.
    case alarm

    public static func < (one: VoicePriority, other: VoicePriority) -> Bool { one.rawValue < other.rawValue }
}

/// Why a voice has ended.
public enum VoiceEnd: Int, Sendable {
    /// It came to the end of its sound.
    case finished
    /// It was stopped.
    case stopped
    /// It had to give its place to another one, or got none.
    case displaced
    /// The output has failed or was closed.
    case closed
    /// The sound is streamed, and could not be read any further: `Sound.failure` says why.
    case failed
}

/// Factors for what people say in decibels and in positions.
enum Gain {
    /// The factor of a gain in decibels.
    static func amplitude(decibels: Double) -> Float {
        decibels.isNaN ? 0 : Float(pow(10, min(decibels, 24) / 20))
    }

    /// The factors of the left and the right channel.
    static func sides(pan: Double) -> (left: Float, right: Float) {
        let angle = (pan.isNaN ? 0 : min(max(pan, -1), 1)) * .pi / 2
        return (left: angle > 0 ? side(angle) : 1, right: angle < 0 ? side(angle) : 1)
    }

    private static func side(_ angle: Double) -> Float {
        abs(angle) == .pi / 2 ? 0 : Float(cos(angle))
    }
}
