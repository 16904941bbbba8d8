/// A generated sound of one pitch, of several at once, or of noise; or a rest.
///
///     let beep = Tone(.square, frequency: 880, duration: .milliseconds(120), level: -9)
///     try board.speaker.add("beep", [beep, .rest(.milliseconds(80)), beep])
///
/// A tone starts and ends at zero, without a click, with any envelope: a rise or a fall takes at least 2 ms. Square and
/// triangle tones contain no overtones above half the sample rate, which would be heard as wrong pitches.
public struct Tone: Hashable, Sendable {
    /// The timbre of a tone.
    public enum Waveform: String, CaseIterable, Sendable {
        /// A sine wave, without overtones, like a whistle or a tuning fork.
        case sine
        /// A square wave, with odd overtones, like a buzzer. The clearest waveform on a small loudspeaker.
        case square
        /// A triangle wave, with odd overtones that weaken quickly with their frequency, like a flute.
        case triangle
        /// All frequencies at once, without a pitch: a hiss. Every tone of noise has the same samples.
        case noise
    }

    /// The timbre. `.noise` ignores the frequencies.
    public var waveform: Waveform
    /// The frequencies that sound at once, in hertz, all equally loud. Frequencies of 0 or less, and of half the sample
    /// rate or more, are silent. Noise has none.
    public var frequencies: [Double]
    /// The duration. A tone longer than `maximumDuration` ends there. A negative duration counts as zero.
    public var duration: Duration
    /// The peak in decibels relative to full scale: 0 or less. A higher level counts as 0.
    public var level: Double
    /// The course of the loudness within `duration`: its rise, its decay and its fall.
    public var envelope: Envelope

    /// The maximum duration of a tone: a day. Longer tones end there.
    public static let maximumDuration = Duration.seconds(86_400)

    /// Creates a tone of any number of frequencies.
    ///
    /// - Parameters:
    ///   - waveform: The timbre.
    ///   - frequencies: In hertz: one for a tone, several for a chord.
    ///   - duration: The duration, including rise and fall.
    ///   - level: The peak in decibels relative to full scale: 0 or less. A higher level counts as 0.
    ///   - envelope: The course of the loudness.
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

    /// Makes a tone of one frequency, in hertz. The other parameters are those of
    /// `init(_:frequencies:duration:level:envelope:)`.
    public init(
        _ waveform: Waveform = .sine, frequency: Double, duration: Duration, level: Double = -6,
        envelope: Envelope = .gate
    ) {
        self.init(waveform, frequencies: [frequency], duration: duration, level: level, envelope: envelope)
    }

    /// Makes a tone from a MIDI note number, such as 69 for A4 (440 Hz). The other parameters are those of
    /// `init(_:frequencies:duration:level:envelope:)`.
    public init(
        _ waveform: Waveform = .sine, note: Int, duration: Duration, level: Double = -6, envelope: Envelope = .gate
    ) {
        self.init(
            waveform, frequency: Self.frequency(ofNote: note), duration: duration, level: level, envelope: envelope)
    }

    /// Returns a rest: silence between tones.
    public static func rest(_ duration: Duration) -> Tone { Tone(frequencies: [], duration: duration) }

    /// Whether the tone is silent because it has no frequencies.
    public var isRest: Bool { waveform != .noise && frequencies.isEmpty }
}

extension Tone {
    /// Returns the frequency of a MIDI note in hertz, in equal temperament. Note 69 is A4, 440 Hz. A number that is 12 higher
    /// is an octave higher.
    public static func frequency(ofNote note: Int) -> Double { 440 * power(2, (Double(note) - 69) / 12) }

    /// Returns the tones of a telephone's keys, in order: dual-tone multi-frequency signalling (ITU-T Q.23), 100 ms
    /// each, with 50 ms between them.
    ///
    /// - Parameters:
    ///   - keys: `0` to `9`, `*`, `#` and `A` to `D`.
    ///   - level: The peak of each tone in decibels relative to full scale: 0 or less. A higher level counts as 0.
    /// - Throws: `ToneError.noKey` for any other character.
    public static func dtmf(_ keys: String, level: Double = -6) throws(ToneError) -> [Tone] {
        var tones: [Tone] = []
        for key in keys {
            guard let index = keypad.firstIndex(of: Character(key.uppercased())) else { throw .noKey(key) }
            if !tones.isEmpty { tones.append(.rest(.milliseconds(50))) }
            tones.append(
                Tone(frequencies: [rows[index / 4], columns[index % 4]], duration: .milliseconds(100), level: level))
        }
        return tones
    }

    private static let keypad = Array("123A456B789C*0#D")
    private static let rows = [697.0, 770, 852, 941]
    private static let columns = [1_209.0, 1_336, 1_477, 1_633]
}
