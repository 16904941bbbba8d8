import CLibrary

/// Computes the samples of tones.
struct ToneGenerator {
    let format: AudioFormat

    /// Returns the samples of consecutive tones, for one channel.
    func samples(of tones: [Tone]) -> [Float] {
        tones.flatMap(samples)
    }

    func samples(of tone: Tone) -> [Float] {
        let frames = format.frames(in: min(tone.duration, Tone.maximumDuration))
        guard !tone.isRest, tone.level > -.infinity else { return [Float](repeating: 0, count: frames) }
        let amplitude = power(10, min(tone.level, 0) / 20)
        let curve = Envelope.Curve(tone.envelope, frames: frames, format: format)
        var wave = Wave(tone, rate: Double(format.rate))
        return (0..<frames).map { frame in Float(amplitude * curve.level(at: frame) * wave.next()) }
    }

    /// The mean of the waveforms of a tone's frequencies: -1 to 1.
    private struct Wave {
        private var partials: [Partial]
        private var noise = NoiseGenerator()
        private let isNoise: Bool

        init(_ tone: Tone, rate: Double) {
            isNoise = tone.waveform == .noise
            partials = tone.frequencies.map { Partial(tone.waveform, frequency: $0, rate: rate) }
        }

        mutating func next() -> Double {
            if isNoise { return noise.next() }
            var sum = 0.0
            for index in partials.indices { sum += partials[index].next() }
            return sum / Double(partials.count)
        }
    }
}

/// One frequency: its fundamental and the overtones below half the sample rate.
///
/// A square is the sum of sin(nx)/n over odd n, a triangle that of ±sin(nx)/n². Neither sum exceeds 1 for any number of
/// overtones, so no limiting is needed. The sines of odd multiples follow from one another:
/// sin((n+2)x) = 2 cos(2x) sin(nx) - sin((n-2)x).
private struct Partial {
    private let waveform: Tone.Waveform
    private let step: Double
    private let overtones: Int
    private let scale: Double
    /// The position in the wave: 0 to 1.
    private var phase = 0.0

    init(_ waveform: Tone.Waveform, frequency: Double, rate: Double) {
        self.waveform = waveform
        let isHeard = frequency > 0 && frequency < rate / 2
        step = isHeard ? frequency / rate : 0
        // The number of odd n with n * frequency < rate / 2, at most a thousand. Beyond that, even a square's overtones
        // are 60 dB down.
        overtones = waveform == .sine || !isHeard ? 1 : min(Int((rate / 2 / frequency + 1) / 2), 1_000)
        scale = waveform == .triangle ? 8 / (.pi * .pi) : 1
    }

    mutating func next() -> Double {
        let angle = 2 * Double.pi * phase
        phase += step
        if phase >= 1 { phase -= 1 }
        guard overtones > 1 else { return sin(angle) }
        let factor = 2 * cos(2 * angle)
        var (previous, current) = (-sin(angle), sin(angle))
        var (sum, sign) = (0.0, 1.0)
        for index in 0..<overtones {
            let number = Double(2 * index + 1)
            sum += waveform == .square ? current / number : sign * current / (number * number)
            sign = -sign
            (previous, current) = (current, factor * current - previous)
        }
        return sum * scale
    }
}

/// White noise from SplitMix64, the same each time.
struct NoiseGenerator {
    private var state: UInt64 = 0

    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double(Int64(bitPattern: mixed ^ (mixed >> 31))) / 9_223_372_036_854_775_808
    }
}

/// Calls `pow`. The other name avoids an ambiguity in files that also import Foundation.
func power(_ base: Double, _ exponent: Double) -> Double { CLibrary.pow(base, exponent) }

extension Sound {
    /// Makes a sound from consecutive tones, the same in all channels. This takes some milliseconds for each second of
    /// sound, so make the sound before it is needed. May be called from any thread.
    ///
    /// - Parameters:
    ///   - name: The name in messages.
    ///   - tones: The tones, in order.
    ///   - format: The format of the output that plays the sound.
    ///   - limit: The largest size in bytes.
    /// - Throws: `SoundError.tooLong` if the sound is larger than `limit`, `SoundError.empty` if the tones have no
    ///   duration.
    public convenience init(
        name: String, tones: [Tone], for format: AudioFormat, limit: Int = defaultLimit
    ) throws(SoundError) {
        let frames = tones.reduce(0) { $0 + format.frames(in: min($1.duration, Tone.maximumDuration)) }
        guard frames > 0 else { throw .empty(file: name) }
        guard frames <= limit / MemoryLayout<Float>.stride / format.channels else {
            throw .tooLong(file: name, limit: limit)
        }
        let samples = ToneGenerator(format: format).samples(of: tones)
        self.init(name: name, format: format, samples: samples.flatMap { repeatElement($0, count: format.channels) })
    }
}
