/// How the loudness of a tone goes up and down: attack, decay, sustain, release.
///
///     1 ........ /\
///               /  \_______   sustain
///              /           \
///     0 ..... /             \
///            attack decay    release
public struct Envelope: Hashable, Sendable {
    /// How long the rise to the peak takes.
    public var attack: Duration
    /// How long the fall to `sustain` takes.
    public var decay: Duration
    /// How loud it is until the release: 0 to 1, a part of the peak. What is beyond counts as the nearer of them.
    public var sustain: Double
    /// How long the fall to silence takes, at the end of the tone.
    public var release: Duration

    /// What a rise or fall takes at least: less is heard as a click.
    public static let leastRamp = Duration.milliseconds(2)

    /// - Parameters:
    ///   - attack: How long the rise to the peak takes, 2 ms at least.
    ///   - decay: How long the fall to `sustain` takes.
    ///   - sustain: A part of the peak, 0 to 1.
    ///   - release: How long the fall to silence takes, 2 ms at least.
    public init(
        attack: Duration = leastRamp, decay: Duration = .zero, sustain: Double = 1, release: Duration = leastRamp
    ) {
        self.attack = attack
        self.decay = decay
        self.sustain = sustain
        self.release = release
    }

    /// On and off, as a buzzer.
    public static let gate = Envelope()
    /// Struck, and dying away to silence in 0.4 s, as a bell or a bar.
    public static let struck = Envelope(attack: .milliseconds(3), decay: .milliseconds(400), sustain: 0)

    /// How loud a tone of `frames` frames is at `frame`.
    ///
    /// In a tone that is too short for its ramps they are cut in proportion. A ramp has no corners: its derivative is 0
    /// at both ends, as that of half a cosine. A decay is exponential, as that of what was struck.
    struct Curve {
        private let attack: Double
        private let decay: Double
        private let sustain: Double
        private let release: Double
        private let frames: Double

        init(_ envelope: Envelope, frames: Int, format: AudioFormat) {
            func length(_ duration: Duration) -> Double { Double(format.frames(in: min(duration, Tone.longest))) }
            let rise = length(max(envelope.attack, Envelope.leastRamp))
            let fall = length(max(envelope.release, Envelope.leastRamp))
            let scale = min(1, Double(frames) / (rise + fall))
            attack = rise * scale
            release = fall * scale
            decay = length(envelope.decay)
            sustain = envelope.sustain.isFinite ? min(max(envelope.sustain, 0), 1) : 1
            self.frames = Double(frames)
        }

        func level(at frame: Int) -> Double {
            let frame = Double(frame)
            return ramp(frame / attack) * ramp((frames - 1 - frame) / release) * decayed(frame - attack)
        }

        /// Smoothstep: 0 at 0, 1 at 1.
        private func ramp(_ part: Double) -> Double {
            guard part < 1 else { return 1 }
            return part > 0 ? part * part * (3 - 2 * part) : 0
        }

        /// Down to a thousandth of the way, 60 dB, in the time of the decay.
        private func decayed(_ frames: Double) -> Double {
            guard frames > 0, sustain < 1 else { return 1 }
            guard frames < decay else { return sustain }
            return sustain + (1 - sustain) * (power(0.001, frames / decay) - 0.001 * frames / decay)
        }
    }
}
