import Foundation
import TestSupport
import Testing

@testable import CarillonAudio

/// The analysis of sound, which depends on the frames only.
@Suite struct HearingTests {
    private static let rate = 48_000
    /// Noise of full scale for six seconds.
    private static let fullNoise: [Float] = {
        var state: UInt64 = 7
        return (0..<(6 * rate)).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(state >> 40) / Float(1 << 23) - 1
        }
    }()
    private static let background = noise(-70, milliseconds: 1000)

    private let rate = HearingTests.rate
    private let rule = LoudnessRule(loud: -30, for: 100, quiet: -40, for: 1000)

    /// Returns noise of an rms level in dBFS.
    private static func noise(_ level: Double, milliseconds: Int) -> [Float] {
        let amplitude = Float(3).squareRoot() * Volume.decibels(level).amplitude
        return fullNoise.prefix(rate * milliseconds / 1000).map { amplitude * $0 }
    }

    private func noise(_ level: Double, milliseconds: Int) -> [Float] { Self.noise(level, milliseconds: milliseconds) }

    private static let clap = noise(-6, milliseconds: 40).enumerated().map { $1 * max(0, 1 - Float($0) / 960) }

    /// Returns what is heard, each with its time in milliseconds.
    private func heard(
        _ samples: [Float], chunk: Int = 960, _ want: (inout Hearing) -> Void
    ) -> [(time: Int, Heard)] {
        var hearing = Hearing(rate: rate)
        want(&hearing)
        var result: [(time: Int, Heard)] = []
        samples.withUnsafeBufferPointer { samples in
            for start in stride(from: 0, to: samples.count, by: chunk) {
                let piece = samples[start..<min(start + chunk, samples.count)]
                hearing.hear(UnsafeBufferPointer(rebasing: piece)) { result.append((start * 1000 / rate, $0)) }
            }
        }
        return result
    }

    private static func claps(_ pauses: Int...) -> [Float] {
        background + pauses.flatMap { pause -> [Float] in clap + background.prefix(rate * pause / 1000) }
    }

    @Test func soundIsLoudAfterTheRulesTimeAndQuietAfterASecond() {
        let samples = noise(-60, milliseconds: 500) + noise(-20, milliseconds: 300) + noise(-60, milliseconds: 2000)
        let events = heard(samples) { $0.want(rule) }
        expectEqual(events.map(\.1), [.loud(rule), .quiet(rule)])
        #expect((580...600).contains(events[0].time), "\(events)")
        #expect((1780...1800).contains(events[1].time), "\(events)")
    }

    @Test func briefNoiseIsNotLoudAndSoundBetweenTheLevelsChangesNothing() {
        let brief = noise(-60, milliseconds: 500) + noise(-20, milliseconds: 80) + noise(-60, milliseconds: 500)
        #expect(heard(brief) { $0.want(rule) }.isEmpty)
        let between = noise(-20, milliseconds: 200) + noise(-35, milliseconds: 5000)
        expectEqual(heard(between) { $0.want(rule) }.map(\.1), [.loud(rule)])
    }

    @Test(arguments: 0..<50) func durationOfANoiseDoesNotDependOnTheStartOfItsWindows(offset: Int) {
        func events(_ milliseconds: Int) -> [Heard] {
            let before = noise(-60, milliseconds: 100 + offset)
            let after = noise(-60, milliseconds: 100)
            return heard(before + noise(-20, milliseconds: milliseconds) + after) { $0.want(rule) }.map(\.1)
        }
        // A clap, even where two windows meet.
        #expect(events(20).isEmpty)
        #expect(events(90).isEmpty)
        expectEqual(events(150), [.loud(rule)])
    }

    @Test func reportedLevelMatchesTheSound() throws {
        let samples = (0..<rate).map { $0 / 50 % 2 == 0 ? Float(0.1) : -0.1 }
        let events = heard(samples) { $0.wantLevels(every: 200) }
        expectEqual(events.count, 5)
        expectEqual(events.first?.1, .level(SoundLevel(rms: -20, peak: -20)))
        #expect(SoundLevel(rms: -20, peak: -20).share > 0.6)
    }

    private static func thumps(_ frequency: Double) -> [Float] {
        let thump = (0..<(rate / 20)).map { frame in
            let time = Double(frame) / Double(rate)
            let envelope = sin(.pi * time * 20)
            return Float(0.3 * envelope * envelope * sin(2 * .pi * frequency * time))
        }
        return [background, thump, noise(-70, milliseconds: 300), thump, background].flatMap { $0 }
    }

    private static let noiseBeforeAClap = [
        noise(-60, milliseconds: 500), noise(-10, milliseconds: 300), background, clap,
    ].flatMap { $0 }

    static let pairs: [Row<[Float], Int>] = [
        Row("two claps 0.2 s apart are a pair", claps(200, 900), 1),
        Row("two claps 0.3 s apart are a pair", claps(300, 900), 1),
        Row("two claps 0.6 s apart are a pair", claps(600, 900), 1),
        Row("one clap is not a pair", claps(1000), 0),
        Row("claps in quick succession are not a pair", claps(60, 900), 0),
        Row("claps 0.8 s apart are not a pair", claps(800, 900), 0),
        Row("three claps are not a pair", claps(250, 250, 900), 0),
        Row("lasting noise after two claps is not a pair", claps(250, 200) + noise(-15, milliseconds: 500), 0),
        Row("lasting noise before a clap is not a pair", noiseBeforeAClap, 0),
        Row("low thumps of 50 Hz are not a pair", thumps(50), 0),
        Row("low thumps of 100 Hz are not a pair", thumps(100), 0),
    ]

    @Test(arguments: pairs) func pairOfClapsIsFound(row: Row<[Float], Int>) {
        let found = heard(row.given) { $0.wantClaps() }
        expectEqual(found.count, row.expected, sourceLocation: row.place)
    }

    @Test(arguments: [1, 7, 480, 4801]) func eventsDoNotDependOnTheChunks(chunk: Int) {
        let samples = Self.claps(300, 900) + noise(-20, milliseconds: 300) + noise(-70, milliseconds: 1500)
        let want: (inout Hearing) -> Void = { hearing in
            hearing.want(rule)
            hearing.wantClaps()
            hearing.wantLevels(every: 500)
        }
        expectEqual(heard(samples, chunk: chunk, want).map(\.1), heard(samples, want).map(\.1))
    }

    @Test func silenceIsAnalysedLikeZeros() {
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
        expectEqual(fast, slow)
        #expect(fast.contains(.quiet(rule)))
    }

    @Test func loudSoundsAndClapsAreIgnoredWhileDeaf() {
        var hearing = Hearing(rate: rate)
        hearing.want(rule)
        hearing.wantClaps()
        var events: [Heard] = []
        (Self.claps(300, 900) + noise(-10, milliseconds: 1000)).withUnsafeBufferPointer {
            hearing.hear($0, isDeaf: true) { events.append($0) }
        }
        #expect(events.isEmpty)
    }
}
