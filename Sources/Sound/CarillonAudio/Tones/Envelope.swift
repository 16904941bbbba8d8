/// The course of a tone's loudness: attack, decay, sustain, release.
///
///     1 ........ /\
///               /  \_______   sustain
///              /           \
///     0 ..... /             \
///            attack decay    release
public struct Envelope: Hashable, Sendable {
    /// The duration of the rise to the peak.
    public var attack: Duration
    /// The duration of the fall to `sustain`.
    public var decay: Duration
    /// The loudness until the release, as a part of the peak: 0 to 1. Values outside are clamped; a value that is not
    /// finite counts as 1.
    public var sustain: Double
    /// The duration of the fall to silence, at the end of the tone.
    public var release: Duration

    /// The shortest attack or release, 2 ms. Shorter ones are lengthened to it, because they would be heard as clicks.
    public static let minimumRamp = Duration.milliseconds(2)

    /// Creates an envelope. The defaults switch a tone on and off.
    ///
    /// - Parameters:
    ///   - attack: The duration of the rise to the peak, at least 2 ms.
    ///   - decay: The duration of the fall to `sustain`.
    ///   - sustain: A part of the peak, 0 to 1.
    ///   - release: The duration of the fall to silence, at least 2 ms.
    public init(
        attack: Duration = minimumRamp, decay: Duration = .zero, sustain: Double = 1, release: Duration = minimumRamp
    ) {
        self.attack = attack
        self.decay = decay
        self.sustain = sustain
        self.release = release
    }

    /// An envelope that switches a tone on and off, like a buzzer.
    public static let gate = Envelope()
    /// An envelope that decays to silence in 0.4 s, like a bell or a bar that is struck.
    public static let struck = Envelope(attack: .milliseconds(3), decay: .milliseconds(400), sustain: 0)

    /// The loudness curve of a tone of `frames` frames.
    ///
    /// In a tone that is too short for its attack and release, both are shortened in proportion. A ramp has no corners:
    /// its derivative is 0 at both ends, like that of half a cosine. A decay is exponential, like that of a struck
    /// object.
    struct Curve {
        private let attack: Double
        private let decay: Double
        private let sustain: Double
        private let release: Double
        private let frames: Double

        init(_ envelope: Envelope, frames: Int, format: AudioFormat) {
            func length(_ duration: Duration) -> Double {
                Double(format.frames(in: min(duration, Tone.maximumDuration)))
            }
            let rise = length(max(envelope.attack, Envelope.minimumRamp))
            let fall = length(max(envelope.release, Envelope.minimumRamp))
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

        /// Decays to a thousandth of the difference, which is 60 dB, in the time of the decay.
        private func decayed(_ frames: Double) -> Double {
            guard frames > 0, sustain < 1 else { return 1 }
            guard frames < decay else { return sustain }
            return sustain + (1 - sustain) * (power(0.001, frames / decay) - 0.001 * frames / decay)
        }
    }
}
