import CarillonAudio

/// Tones for an output that is on or off: one frequency at a time, and silence.
///
/// A chord is its first frequency, and noise is silence. A frequency that the output cannot make is played octaves lower or
/// higher. A release that is long enough to be heard separates a tone from the next one, as between equal notes of a melody.
///
/// This type only decides; its owner makes the pulses and keeps the timer.
struct ToneSequence {
    /// A part with one frequency in hertz; nil is silence.
    struct Step: Equatable {
        var frequency: Double?
        var duration: Duration
    }

    /// The shortest release that is a gap, and the longest gap.
    private static let gap = Duration.milliseconds(5)...(.milliseconds(10))

    /// The parts, none of which is empty.
    let steps: [Step]
    /// The time of the next call of `advance(to:)`; nil before the start and after the end.
    private(set) var wakeUp: Duration?
    private var next = 0
    private var end = Duration.zero

    /// - Parameters:
    ///   - tones: The tones, which follow one another.
    ///   - range: The frequencies that the output can make, in hertz: at least an octave.
    init(_ tones: [Tone], in range: ClosedRange<Double>) {
        steps = tones.flatMap { Self.steps(of: $0, in: range) }
    }

    /// Begins the sequence, and returns the frequency of its first part.
    mutating func start(at now: Duration) -> Double? {
        (next, end) = (0, now)
        return advance(to: now)
    }

    /// Returns the frequency at a time. Each part ends at its planned time, also if the owner is late.
    mutating func advance(to now: Duration) -> Double? {
        while end <= now, next < steps.count {
            end += steps[next].duration
            next += 1
        }
        wakeUp = end > now ? end : nil
        return wakeUp == nil ? nil : steps[next - 1].frequency
    }

    /// Returns the frequency that an output makes instead of `frequency`; nil if that is not a tone.
    static func fit(_ frequency: Double, in range: ClosedRange<Double>) -> Double? {
        guard frequency > 0, frequency.isFinite else { return nil }
        var frequency = frequency
        while frequency > range.upperBound { frequency /= 2 }
        while frequency < range.lowerBound { frequency *= 2 }
        return frequency
    }

    private static func steps(of tone: Tone, in range: ClosedRange<Double>) -> [Step] {
        let duration = min(max(tone.duration, .zero), Tone.maximumDuration)
        let first = tone.waveform == .noise ? nil : tone.frequencies.first
        let frequency = first.flatMap { fit($0, in: range) }
        var pause = Duration.zero
        if frequency != nil, tone.envelope.release >= gap.lowerBound {
            pause = min(tone.envelope.release, gap.upperBound, duration / 2)
        }
        let steps = [Step(frequency: frequency, duration: duration - pause), Step(frequency: nil, duration: pause)]
        return steps.filter { $0.duration > .zero }
    }
}
