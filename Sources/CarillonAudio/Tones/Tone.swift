/// A generated sound: one pitch or several at once, for a time, or a rest.
///
///     let beep = Tone(.square, frequency: 880, duration: .milliseconds(120), level: -9)
///     try board.speaker.add("beep", [beep, .rest(.milliseconds(80)), beep])
///
/// It begins and ends at zero, without a click, whatever its envelope says: a rise or a fall takes 2 ms at least. A
/// square and a triangle have no overtone that the format cannot hold, so that none is heard as a wrong tone.
public struct Tone: Hashable, Sendable {
    /// What it sounds like.
    public enum Waveform: String, CaseIterable, Sendable {
        /// Without overtones: a whistle, a tuning fork.
        case sine
        /// Odd overtones, the clearest through a small loudspeaker: a buzzer.
        case square
        /// Odd overtones that fade quickly: a flute.
        case triangle
        /// All frequencies at once, without a pitch: a hiss. The same samples each time.
        case noise
    }

    public var waveform: Waveform
    /// The frequencies that sound at once, in hertz, each as loud as the others. Those of 0 and less, and those that the
    /// format cannot hold, are silent. Noise has none.
    public var frequencies: [Double]
    /// How long it lasts, up to `longest`; a longer one ends there. A negative duration is none.
    public var duration: Duration
    /// Its peak in decibels below full scale: 0 or less. A higher one counts as 0.
    public var level: Double
    public var envelope: Envelope

    /// A day.
    public static let longest = Duration.seconds(86_400)

    /// - Parameters:
    ///   - waveform: What it sounds like.
    ///   - frequencies: In hertz: one for a tone, several for a chord.
    ///   - duration: How long it lasts, rise and fall included.
    ///   - level: Its peak in decibels, 0 is full scale.
    ///   - envelope: How it rises and falls.
    public init(
        _ waveform: Waveform = .sine, frequencies: [Double], duration: Duration, level: Double = -6,
        envelope: Envelope = .gate
    ) {
        self.waveform = waveform
        self.frequencies = frequencies
        self.duration = duration
        self.level = level
        self.envelope = envelope
    }

    /// A tone of one frequency, in hertz; the rest is as in `init(_:frequencies:duration:level:envelope:)`.
    public init(
        _ waveform: Waveform = .sine, frequency: Double, duration: Duration, level: Double = -6,
        envelope: Envelope = .gate
    ) {
        self.init(waveform, frequencies: [frequency], duration: duration, level: level, envelope: envelope)
    }

    /// A tone of a note, by its MIDI number; the rest is as in `init(_:frequencies:duration:level:envelope:)`.
    public init(
        _ waveform: Waveform = .sine, note: Int, duration: Duration, level: Double = -6, envelope: Envelope = .gate
    ) {
        self.init(
            waveform, frequency: Self.frequency(ofNote: note), duration: duration, level: level, envelope: envelope)
    }

    /// Silence between tones.
    public static func rest(_ duration: Duration) -> Tone { Tone(frequencies: [], duration: duration) }

    /// Whether nothing is heard of it.
    public var isRest: Bool { waveform != .noise && frequencies.isEmpty }
}
