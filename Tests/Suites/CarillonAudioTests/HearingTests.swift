import Foundation
import Testing

@testable import CarillonAudio

/// The analysis of sound, which depends on the frames only.
@Suite struct HearingTests {
    private let rate = 48_000
    private let rule = LoudnessRule(loud: -30, for: 100, quiet: -40, for: 1000)

    /// Returns noise of an rms level in dBFS; nil for silence.
    private func noise(_ level: Double?, milliseconds: Int) -> [Float] {
        let amplitude: Float = level.map { Float(3).squareRoot() * Volume.decibels($0).amplitude } ?? 0
        var state: UInt64 = 7
        return (0..<(rate * milliseconds / 1000)).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return amplitude * (Float(state >> 40) / Float(1 << 23) - 1)
        }
    }

    private func clap() -> [Float] {
        noise(-6, milliseconds: 40).enumerated().map { $1 * max(0, 1 - Float($0) / 960) }
    }

    /// Returns what is heard, each with its time in milliseconds.
    private func heard(
        _ samples: [Float], chunk: Int = 960, _ want: (inout Hearing) -> Void
    ) -> [(time: Int, Heard)] {
        var hearing = Hearing(rate: rate)
        want(&hearing)
        var result: [(time: Int, Heard)] = []
        for start in stride(from: 0, to: samples.count, by: chunk) {
            let piece = Array(samples[start..<min(start + chunk, samples.count)])
            piece.withUnsafeBufferPointer { buffer in
                hearing.hear(buffer) { result.append((start * 1000 / rate, $0)) }
            }
        }
        return result
    }

    private func claps(_ pauses: [Int]) -> [Float] {
        var samples = noise(-70, milliseconds: 1000)
        for pause in pauses {
            samples += clap()
            samples += noise(-70, milliseconds: pause)
        }
        return samples
    }

    private func pairs(_ samples: [Float]) -> Int { heard(samples) { $0.wantClaps() }.count }

    @Test func soundIsLoudAfterItsTimeAndQuietAfterASecond() {
        let samples = noise(-60, milliseconds: 500) + noise(-20, milliseconds: 300) + noise(-60, milliseconds: 2000)
        let events = heard(samples) { $0.want(rule) }
        #expect(events.map(\.1) == [.loud(rule), .quiet(rule)])
        #expect((580...600).contains(events[0].time), "\(events)")
        #expect((1780...1800).contains(events[1].time), "\(events)")
    }

    @Test func briefNoiseIsNotLoudAndSoundBetweenTheLevelsChangesNothing() {
        let brief = noise(-60, milliseconds: 500) + noise(-20, milliseconds: 80) + noise(-60, milliseconds: 500)
        #expect(heard(brief) { $0.want(rule) }.isEmpty)
        let between = noise(-20, milliseconds: 200) + noise(-35, milliseconds: 5000)
        #expect(heard(between) { $0.want(rule) }.map(\.1) == [.loud(rule)])
    }

    @Test(arguments: 0..<50) func noiseIsAsLongAsItIsWhereverItsWindowsBegin(offset: Int) {
        func events(_ milliseconds: Int) -> [Heard] {
            let before = noise(-60, milliseconds: 500 + offset)
            let after = noise(-60, milliseconds: 500)
            return heard(before + noise(-20, milliseconds: milliseconds) + after) { $0.want(rule) }.map(\.1)
        }
        // A clap, even where two windows meet.
        #expect(events(20).isEmpty)
        #expect(events(90).isEmpty)
        #expect(events(150) == [.loud(rule)])
    }

    @Test func levelIsThatOfTheSound() throws {
        let samples = (0..<rate).map { $0 / 50 % 2 == 0 ? Float(0.1) : -0.1 }
        let events = heard(samples) { $0.wantLevels(every: 200) }
        #expect(events.count == 5)
        #expect(events.first?.1 == .level(SoundLevel(rms: -20, peak: -20)))
        #expect(SoundLevel(rms: -20, peak: -20).share > 0.6)
    }

    @Test(arguments: [200, 300, 600]) func twoClapsAreHeard(pause: Int) { #expect(pairs(claps([pause, 900])) == 1) }

    @Test func otherNoisesAreNoTwoClaps() {
        #expect(pairs(claps([1000])) == 0)
        #expect(pairs(claps([60, 900])) == 0)
        #expect(pairs(claps([800, 900])) == 0)
        #expect(pairs(claps([250, 250, 900])) == 0)
        // Noise that lasts, before and after the claps.
        #expect(pairs(claps([250, 200]) + noise(-15, milliseconds: 500)) == 0)
        #expect(pairs(noise(-60, milliseconds: 500) + noise(-10, milliseconds: 300) + claps([]) + clap()) == 0)
    }

    @Test(arguments: [50, 100]) func lowThumpsAreNoTwoClaps(frequency: Double) {
        let thump = (0..<(rate / 20)).map { frame in
            let time = Double(frame) / Double(rate)
            let envelope = sin(.pi * time * 20)
            return Float(0.3 * envelope * envelope * sin(2 * .pi * frequency * time))
        }
        let (before, between) = (noise(-70, milliseconds: 1000), noise(-70, milliseconds: 300))
        #expect(pairs(before + thump + between + thump + before) == 0)
    }

    @Test(arguments: [1, 7, 480, 4801]) func eventsDoNotDependOnTheChunks(chunk: Int) {
        let samples = claps([300, 900]) + noise(-20, milliseconds: 300) + noise(-70, milliseconds: 1500)
        let want: (inout Hearing) -> Void = { hearing in
            hearing.want(rule)
            hearing.wantClaps()
            hearing.wantLevels(every: 500)
        }
        #expect(heard(samples, chunk: chunk, want).map(\.1) == heard(samples, want).map(\.1))
    }

    @Test func silenceIsHeardAsZeros() {
        var (fast, slow): ([Heard], [Heard]) = ([], [])
        var (one, other) = (Hearing(rate: rate), Hearing(rate: rate))
        one.wantLevels(every: 100)
        other.wantLevels(every: 100)
        one.want(rule)
        other.want(rule)
        let sound = noise(-20, milliseconds: 333)
        sound.withUnsafeBufferPointer { one.hear($0) { fast.append($0) } }
        sound.withUnsafeBufferPointer { other.hear($0) { slow.append($0) } }
        one.hearSilence(frames: 100_001) { fast.append($0) }
        let zeros = [Float](repeating: 0, count: 100_001)
        zeros.withUnsafeBufferPointer { other.hear($0) { slow.append($0) } }
        #expect(fast == slow)
        #expect(fast.contains(.quiet(rule)))
    }

    @Test func nothingButLevelsIsHeardWhileDeaf() {
        var hearing = Hearing(rate: rate)
        hearing.want(rule)
        hearing.wantClaps()
        var events: [Heard] = []
        (claps([300, 900]) + noise(-10, milliseconds: 1000)).withUnsafeBufferPointer {
            hearing.hear($0, isDeaf: true) { events.append($0) }
        }
        #expect(events.isEmpty)
    }
}
