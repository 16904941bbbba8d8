import TestSupport
import Testing

@testable import CarillonAudio

@Suite struct LimiterTests {
    private var limiter = Limiter(rate: 48_000)

    @Test mutating func samplesWithinFullScaleAreUnchangedAndPeaksAreLimitedToFullScale() {
        let samples: [Float] = [0.1, -0.2, 1, -1, 0.7, 0.3]
        expectEqual(limited(samples), samples)
        expectEqual(limiter.gain, 1)
        expectEqual(limited([0, 0, 2, -1, 1, -4]), [0, 0, 1, -0.5, 0.25, -1])
    }

    @Test mutating func gainOfTheLimiterRisesSlowlyAfterAHoldTime() {
        _ = limited([2, 0])
        #expect(limited(Array(repeating: 0.5, count: 960 * 2)).allSatisfy { $0 == 0.25 })
        let rising = limited(Array(repeating: 0.5, count: 24_001 * 2))
        #expect(zip(rising, rising.dropFirst(2)).allSatisfy { $0 <= $1 })
        expectEqual(rising.last, 0.5)
        expectEqual(limiter.gain, 1)
    }

    @Test mutating func gainOfTheLimiterAlsoRisesDuringSilence() {
        _ = limited([2, 0])
        limiter.skip(frames: 960)
        expectEqual(limiter.gain, 0.5)
        limiter.skip(frames: 24_001)
        expectEqual(limiter.gain, 1)
    }

    @Test func mixOfThirtyTwoLoudVoicesPeaksAtFullScale() {
        var mixer = Mixer(format: .standard)
        for number in 0..<32 {
            mixer.play(.sine(hertz: 100 + 37 * Double(number), amplitude: 1, frames: 9_600))
        }
        let mix = mixer.renderedSamples(frames: 9_600)
        let peak = mix.map(abs).max() ?? 0
        #expect(peak <= 1 && peak > 0.999)
        // Nothing wraps around: that would be a step of 2.
        #expect(largestStep(of: mix) <= 1)
        // The mix still consists of waves, and is not clipped.
        #expect(mix.count { abs($0) > 0.9999 } < mix.count / 100)
    }

    private mutating func limited(_ samples: [Float]) -> [Float] {
        var samples = samples
        samples.withUnsafeMutableBufferPointer { limiter.limit($0, channels: 2) }
        return samples
    }
}
