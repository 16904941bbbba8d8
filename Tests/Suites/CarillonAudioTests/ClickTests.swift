import AudioTestSupport
import CLibrary
import TestSupport
import Testing

@testable import CarillonAudio

/// Nothing clicks: two consecutive samples never differ by more than the slope of the sine, plus the slope of a line
/// that rises from silence to full scale in 5 ms.
@Suite struct ClickTests {
    /// A mixer and the samples that are heard of it.
    struct Bench {
        private static let amplitude = 0.8
        private static let hertz = 500.0
        var mixer = Mixer(format: .standard)
        var heard: [Float] = []

        /// The largest step without a click, for a number of voices that play at once.
        static func limit(voices: Int = 1) -> Float {
            let wave = 2 * Double.pi * hertz / 48_000
            return Float(amplitude * Double(voices) * (wave + 1.0 / 240) * 1.0001)
        }

        @discardableResult
        mutating func play(frames: Int = 48_000, _ settings: MixerVoice.Settings = .init()) -> Int {
            mixer.play(.sine(hertz: Self.hertz, amplitude: Self.amplitude, frames: frames), settings)
        }

        /// Renders until the sine is at its peak, so that a cut would be a click.
        mutating func render(toPeakAfter frames: Int) {
            heard += mixer.renderedSamples(frames: frames / 96 * 96 + 24)
        }
    }

    /// Courses of events with the number of voices that play at once.
    static let courses: [Row<@Sendable (inout Bench) -> Void, Int>] = [
        Row("stop is not a click", 1) { bench in
            bench.play()
            bench.render(toPeakAfter: 4_800)
            bench.mixer.stop { _ in 0 }
            bench.render(toPeakAfter: 4_800)
            expectEqual(bench.mixer.takeEnded()?.end, .stopped)
        },
        Row("change of the gain is not a click", 1) { bench in
            let voice = bench.play()
            for gain: Float in [0, 1, 0.1, 0.9, 0] {
                bench.render(toPeakAfter: 960)
                bench.mixer.setGain(of: voice, gain, over: 0)
            }
            bench.render(toPeakAfter: 960)
        },
        // Two ramps at once, each half as steep as that of a stop.
        Row("change of a gain that is changing is not a click", 1) { bench in
            let voice = bench.play()
            for step in 0..<50 {
                bench.render(toPeakAfter: 96)
                bench.mixer.setGain(of: voice, step % 2 == 0 ? 0 : 1, over: 0)
                bench.mixer.setSides(of: voice, step % 3 == 0 ? (0, 1) : (1, 0), over: 0)
            }
        },
        Row("fades are not clicks", 1) { bench in
            bench.play(.init(fadeIn: 4_800))
            bench.render(toPeakAfter: 9_600)
            bench.mixer.stop { _ in 4_800 }
            bench.render(toPeakAfter: 2_400)
            bench.mixer.stop { _ in 0 }
            bench.render(toPeakAfter: 9_600)
        },
        Row("loop of whole waves is not a click", 1) { bench in
            bench.play(frames: 960, .init(loops: true))
            bench.render(toPeakAfter: 9_600)
            expectEqual(bench.mixer.voiceCount, 1)
        },
        Row("stealing of a voice is not a click", 1) { bench in
            for _ in 0..<32 { bench.play(.init(gain: 1 / 64)) }
            for _ in 0..<32 {
                bench.render(toPeakAfter: 96)
                bench.play(.init(gain: 1 / 64))
                while bench.mixer.takeEnded() != nil {}
            }
            expectEqual(bench.mixer.stolenCount, 32)
        },
        Row("alarm that begins and ends does not make other sounds click", 1) { bench in
            bench.play()
            bench.render(toPeakAfter: 4_800)
            bench.mixer.play(.constant(0, frames: 9_600), .init(priority: .alarm))
            bench.render(toPeakAfter: 48_000)
        },
        Row("return of a device is not a click", 1) { bench in
            bench.play(.init(loops: true))
            bench.render(toPeakAfter: 4_800)
            bench.mixer.deviceWasLost()
            _ = bench.mixer.renderedSamples(frames: 1_000)
            bench.mixer.deviceReturned()
            // Samples before the loss of the device are not heard together with samples after its return.
            bench.heard = [0, 0]
            bench.render(toPeakAfter: 4_800)
        },
        Row("limiter is not a click", 8) { bench in
            bench.play()
            bench.render(toPeakAfter: 4_800)
            for _ in 0..<7 { bench.play() }
            bench.render(toPeakAfter: 48_000)
        },
    ]

    @Test(arguments: courses) func soundDoesNotClick(course: Row<@Sendable (inout Bench) -> Void, Int>) {
        var bench = Bench()
        course.given(&bench)
        let step = largestStep(of: bench.heard)
        #expect(step < Bench.limit(voices: course.expected), sourceLocation: course.place)
    }

    @Test func cutIsDetectedAsAClick() {
        var bench = Bench()
        bench.play()
        bench.render(toPeakAfter: 4_800)
        bench.mixer.cutAll(.closed)
        bench.render(toPeakAfter: 4_800)
        #expect(largestStep(of: bench.heard) > 10 * Bench.limit())
    }
}

/// Returns the largest difference between two consecutive samples of a channel, in stereo samples.
func largestStep(of samples: [Float]) -> Float {
    zip(samples, samples.dropFirst(2)).reduce(0) { max($0, abs($1.0 - $1.1)) }
}

extension Sound {
    /// Returns a stereo sine that begins at zero.
    static func sine(hertz: Double, amplitude: Double, frames: Int) -> Sound {
        let samples = (0..<(frames * 2)).map { index in
            Float(amplitude * sin(2 * .pi * hertz * Double(index / 2) / 48_000))
        }
        return Sound(name: "\(hertz) Hz", format: .standard, samples: samples)
    }
}
