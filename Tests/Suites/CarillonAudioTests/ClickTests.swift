import AudioTestSupport
import CLibrary
import Testing

@testable import CarillonAudio

/// Nothing clicks: two consecutive samples never differ by more than the slope of the sine, plus the slope of a line
/// that rises from silence to full scale in 5 ms.
@Suite struct ClickTests {
    private static let amplitude = 0.8
    private static let hertz = 500.0
    private static let frames = 48_000
    private var mixer = Mixer(format: .standard)
    private var heard: [Float] = []

    /// The largest step without a click, for a number of voices that play at once.
    private func limit(voices: Double = 1) -> Float {
        let wave = 2 * Double.pi * Self.hertz / 48_000
        return Float(Self.amplitude * voices * (wave + 1.0 / 240) * 1.0001)
    }

    @discardableResult
    private mutating func play(_ settings: MixerVoice.Settings = .init()) -> Int {
        mixer.play(.sine(hertz: Self.hertz, amplitude: Self.amplitude, frames: Self.frames), settings)
    }

    /// Renders until the sine is at its peak, so that a cut would be a click.
    private mutating func render(toPeakAfter frames: Int) {
        heard += mixer.renderedSamples(frames: frames / 96 * 96 + 24)
    }

    @Test mutating func cutWouldBeAClick() {
        play()
        render(toPeakAfter: 4_800)
        mixer.cutAll(.closed)
        render(toPeakAfter: 4_800)
        #expect(largestStep(of: heard) > 10 * limit())
    }

    @Test mutating func stopIsNoClick() {
        play()
        render(toPeakAfter: 4_800)
        mixer.stop { _ in 0 }
        render(toPeakAfter: 4_800)
        #expect(mixer.takeEnded()?.end == .stopped)
        #expect(largestStep(of: heard) < limit())
    }

    @Test mutating func changeOfTheGainIsNoClick() {
        let voice = play()
        for gain: Float in [0, 1, 0.1, 0.9, 0] {
            render(toPeakAfter: 960)
            mixer.setGain(of: voice, gain, over: 0)
        }
        render(toPeakAfter: 960)
        #expect(largestStep(of: heard) < limit())
    }

    @Test mutating func changeOfTheChangeIsNoClick() {
        let voice = play()
        for step in 0..<50 {
            render(toPeakAfter: 96)
            mixer.setGain(of: voice, step % 2 == 0 ? 0 : 1, over: 0)
            mixer.setSides(of: voice, step % 3 == 0 ? (0, 1) : (1, 0), over: 0)
        }
        // Two ramps at once, each half as steep as that of a stop.
        #expect(largestStep(of: heard) < limit())
    }

    @Test mutating func fadesAreNoClicks() {
        play(.init(fadeIn: 4_800))
        render(toPeakAfter: 9_600)
        mixer.stop { _ in 4_800 }
        render(toPeakAfter: 2_400)
        mixer.stop { _ in 0 }
        render(toPeakAfter: 9_600)
        #expect(largestStep(of: heard) < limit())
    }

    @Test mutating func loopOfWholeWavesIsNoClick() {
        mixer.play(.sine(hertz: Self.hertz, amplitude: Self.amplitude, frames: 960), .init(loops: true))
        render(toPeakAfter: 9_600)
        #expect(largestStep(of: heard) < limit())
        #expect(mixer.voiceCount == 1)
    }

    @Test mutating func givingOnesPlaceIsNoClick() {
        for _ in 0..<32 { play(.init(gain: 1 / 64)) }
        for _ in 0..<32 {
            render(toPeakAfter: 96)
            play(.init(gain: 1 / 64))
            while mixer.takeEnded() != nil {}
        }
        #expect(mixer.stolenCount == 32)
        #expect(largestStep(of: heard) < limit())
    }

    @Test mutating func alarmThatBeginsAndEndsMakesNoClickOfOthers() {
        play()
        render(toPeakAfter: 4_800)
        mixer.play(.constant(0, frames: 9_600), .init(priority: .alarm))
        render(toPeakAfter: 48_000)
        #expect(largestStep(of: heard) < limit())
    }

    @Test mutating func returnOfADeviceIsNoClick() {
        play(.init(loops: true))
        render(toPeakAfter: 4_800)
        mixer.deviceWasLost()
        _ = mixer.renderedSamples(frames: 1_000)
        mixer.deviceReturned()
        // Samples before the loss of the device are not heard together with samples after its return.
        heard = [0, 0]
        render(toPeakAfter: 4_800)
        #expect(largestStep(of: heard) < limit())
    }

    @Test mutating func limiterIsNoClick() {
        play()
        render(toPeakAfter: 4_800)
        for _ in 0..<7 { play() }
        render(toPeakAfter: 48_000)
        #expect(heard.map(abs).max()! <= 1)
        #expect(largestStep(of: heard) < limit(voices: 8))
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
