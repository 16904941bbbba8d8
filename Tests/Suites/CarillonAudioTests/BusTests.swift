import AudioTestSupport
import TestSupport
import Testing

@testable import CarillonAudio

/// The buses of the mixer, at 48 frames a millisecond.
@Suite struct BusTests {
    private let volumes = BusVolumes()
    private var mixer: Mixer

    init() { mixer = Mixer(format: .standard, volumes: volumes) }

    /// Renders in the periods of a sound card, and returns the last sample.
    private mutating func last(afterMilliseconds milliseconds: Int) -> Int16? {
        (0..<milliseconds).compactMap { _ in mixer.rendered(frames: 48).last }.last
    }

    @Test mutating func soundStartsAtAVolumeThatWasSetBefore() {
        volumes.set(.effects, to: .percent(50))
        mixer.play(.constant(10_000))
        let expected = Int16((10_000 * Volume.percent(50).amplitude).rounded())
        expectEqual(mixer.rendered(frames: 240), Array(repeating: expected, count: 480))
    }

    @Test mutating func volumeChangesOver30Milliseconds() throws {
        mixer.play(.constant(10_000))
        expectEqual(mixer.rendered(frames: 1), [10_000, 10_000])
        volumes.set(.effects, to: .decibels(-20))
        let falling = mixer.rendered(frames: 1_440)
        expectEqual(falling.first, 10_000)
        #expect(zip(falling, falling.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 <= 7 })
        expectEqual(mixer.rendered(frames: 1), [1_000, 1_000])
    }

    @Test(arguments: AudioBus.allCases) func volumeAppliesToOneBusAndMainVolumeToAllButAlarms(bus: AudioBus) {
        func heard(_ other: AudioBus, after change: (BusVolumes) -> Void) -> [Int16] {
            let volumes = BusVolumes()
            var mixer = Mixer(format: .standard, volumes: volumes)
            change(volumes)
            mixer.play(.constant(10_000), .init(bus: other))
            return mixer.rendered(frames: 1)
        }
        func both(_ value: Int16) -> [Int16] { [value, value] }
        for other in AudioBus.allCases {
            let level = heard(other) { $0.set(bus, to: .decibels(-20)) }
            expectEqual(level, both(bus == other ? 1_000 : 10_000), "\(other)")
        }
        expectEqual(heard(bus) { $0.set(nil, to: .decibels(-20)) }, both(bus == .alarm ? 10_000 : 1_000))
        expectEqual(heard(bus) { $0.setMuted(nil, true) }, both(bus == .alarm ? 10_000 : 0))
    }

    @Test mutating func volumeIsKeptAndCanBeSetWhileTheBusIsMuted() {
        volumes.set(.music, to: .decibels(-20))
        volumes.setMuted(.music, true)
        mixer.play(.constant(10_000), .init(bus: .music))
        expectEqual(mixer.rendered(frames: 1), [0, 0])
        #expect(volumes.isMuted(.music))
        volumes.setMuted(.music, false)
        expectEqual(last(afterMilliseconds: 31), 1_000)
        volumes.setMuted(nil, true)
        volumes.set(nil, to: .decibels(-20))
        expectEqual(last(afterMilliseconds: 31), 0)
        volumes.setMuted(nil, false)
        expectEqual(last(afterMilliseconds: 31), 100)
    }

    static let duckings: [(bus: AudioBus, others: [AudioBus], decibels: Double)] = [
        (.music, [.speech], -15), (.music, [.alarm], -25), (.effects, [.alarm], -15), (.speech, [.alarm], -15),
        (.effects, [.speech], 0), (.alarm, [.speech], 0), (.speech, [.music], 0), (.effects, [.effects], 0),
        (.alarm, [.alarm], 0),
        // The stronger of two rules applies.
        (.music, [.speech, .alarm], -25),
    ]

    @Test(arguments: duckings)
    func busIsTurnedDownUnderOtherBuses(_ bus: AudioBus, under others: [AudioBus], decibels: Double) {
        var mixer = Mixer(format: .standard)
        mixer.play(.constant(10_000), .init(bus: bus))
        _ = mixer.rendered(frames: 1)
        for other in others { mixer.play(.constant(0, frames: 96_000), .init(bus: other)) }
        let last = (0..<40).map { _ in mixer.rendered(frames: 48).last }.last
        expectEqual(last, Int16((10_000 * Gain.amplitude(decibels: decibels)).rounded()))
    }

    @Test mutating func musicStaysDownBetweenTwoSentencesAndRisesAfterTheLast() throws {
        let down = Int16((10_000 * Gain.amplitude(decibels: -15)).rounded())
        mixer.play(.constant(10_000, frames: 240_000), .init(bus: .music))
        mixer.play(.constant(0, frames: 48_000), .init(bus: .speech))
        expectEqual(last(afterMilliseconds: 1_000), down)
        expectEqual(last(afterMilliseconds: 390), down)
        mixer.play(.constant(0, frames: 4_800), .init(bus: .speech))
        expectEqual(last(afterMilliseconds: 100), down)
        expectEqual(last(afterMilliseconds: 390), down)
        let rising = try #require(last(afterMilliseconds: 250))
        #expect(rising > down && rising < 10_000)
        expectEqual(last(afterMilliseconds: 400), 10_000)
    }

    @Test mutating func mixDoesNotExceedTheVolumeLimit() {
        volumes.setLimit(.decibels(-20))
        for _ in 0..<20 { mixer.play(.constant(32_000), .init(bus: .alarm)) }
        let heard = mixer.rendered(frames: 4_800)
        expectEqual(heard.max(), 3_277)
    }

    @Test func playbackUsesTheBusOfItsPriorityUnlessAnotherIsGiven() {
        expectEqual(Playback.once.bus, .effects)
        expectEqual(Playback.alarm.bus, .alarm)
        expectEqual(Playback(priority: .alarm, bus: .speech).bus, .speech)
        expectEqual(Playback.music.bus, .music)
    }
}
