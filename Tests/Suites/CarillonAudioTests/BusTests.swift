import AudioTestSupport
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
        #expect(mixer.rendered(frames: 240) == Array(repeating: expected, count: 480))
    }

    @Test mutating func volumeChangesOver30Milliseconds() throws {
        mixer.play(.constant(10_000))
        #expect(mixer.rendered(frames: 1) == [10_000, 10_000])
        volumes.set(.effects, to: .decibels(-20))
        let falling = mixer.rendered(frames: 1_440)
        #expect(falling.first == 10_000)
        #expect(zip(falling, falling.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 <= 7 })
        #expect(mixer.rendered(frames: 1) == [1_000, 1_000])
    }

    @Test(arguments: AudioBus.allCases) func volumeAppliesToItsBusOnly(bus: AudioBus) {
        for other in AudioBus.allCases {
            let volumes = BusVolumes()
            var mixer = Mixer(format: .standard, volumes: volumes)
            volumes.set(bus, to: .decibels(-20))
            mixer.play(.constant(10_000), .init(bus: other))
            #expect(mixer.rendered(frames: 1).first == (bus == other ? 1_000 : 10_000))
        }
    }

    @Test(arguments: AudioBus.allCases) func volumeOfTheWholeAppliesToAllButAlarms(bus: AudioBus) {
        let volumes = BusVolumes()
        var mixer = Mixer(format: .standard, volumes: volumes)
        volumes.set(nil, to: .decibels(-20))
        mixer.play(.constant(10_000), .init(bus: bus))
        #expect(mixer.rendered(frames: 1).first == (bus == .alarm ? 10_000 : 1_000))
    }

    @Test mutating func mutedBusKeepsItsVolume() {
        volumes.set(.music, to: .decibels(-20))
        volumes.setMuted(.music, true)
        mixer.play(.constant(10_000), .init(bus: .music))
        #expect(mixer.rendered(frames: 1) == [0, 0])
        #expect(volumes.isMuted(.music))
        volumes.setMuted(.music, false)
        #expect(last(afterMilliseconds: 31) == 1_000)
    }

    @Test mutating func volumeThatIsSetWhileItIsMutedIsHeardLater() {
        volumes.setMuted(nil, true)
        volumes.set(nil, to: .decibels(-20))
        mixer.play(.constant(10_000))
        #expect(mixer.rendered(frames: 1) == [0, 0])
        volumes.setMuted(nil, false)
        #expect(last(afterMilliseconds: 31) == 1_000)
    }

    @Test(arguments: [
        (AudioBus.music, AudioBus.speech, -15.0), (.music, .alarm, -25), (.effects, .alarm, -15),
        (.speech, .alarm, -15), (.effects, .speech, 0), (.alarm, .speech, 0), (.speech, .music, 0),
        (.effects, .effects, 0), (.alarm, .alarm, 0),
    ])
    func busTurnsAnotherDown(_ bus: AudioBus, under other: AudioBus, decibels: Double) {
        var mixer = Mixer(format: .standard)
        mixer.play(.constant(10_000), .init(bus: bus))
        _ = mixer.rendered(frames: 1)
        mixer.play(.constant(0, frames: 96_000), .init(bus: other))
        let last = (0..<40).map { _ in mixer.rendered(frames: 48).last }.last
        #expect(last == Int16((10_000 * Gain.amplitude(decibels: decibels)).rounded()))
    }

    @Test mutating func ofTwoRulesTheStrongerApplies() {
        mixer.play(.constant(10_000), .init(bus: .music))
        mixer.play(.constant(0, frames: 96_000), .init(bus: .speech))
        mixer.play(.constant(0, frames: 96_000), .init(bus: .alarm))
        #expect(last(afterMilliseconds: 40) == Int16((10_000 * Gain.amplitude(decibels: -25)).rounded()))
    }

    @Test mutating func musicStaysDownBetweenTwoSentencesAndRisesAfterTheLast() throws {
        let down = Int16((10_000 * Gain.amplitude(decibels: -15)).rounded())
        mixer.play(.constant(10_000, frames: 240_000), .init(bus: .music))
        mixer.play(.constant(0, frames: 48_000), .init(bus: .speech))
        #expect(last(afterMilliseconds: 1_000) == down)
        #expect(last(afterMilliseconds: 390) == down)
        mixer.play(.constant(0, frames: 4_800), .init(bus: .speech))
        #expect(last(afterMilliseconds: 100) == down)
        #expect(last(afterMilliseconds: 390) == down)
        let rising = try #require(last(afterMilliseconds: 250))
        #expect(rising > down && rising < 10_000)
        #expect(last(afterMilliseconds: 400) == 10_000)
    }

    @Test mutating func nothingExceedsTheLimit() {
        volumes.setLimit(.decibels(-20))
        for _ in 0..<20 { mixer.play(.constant(32_000), .init(bus: .alarm)) }
        let heard = mixer.rendered(frames: 4_800)
        #expect(heard.max() == 3_277)
    }

    @Test mutating func alarmIsNotTurnedDownInABoxThatIsMuted() {
        volumes.setMuted(nil, true)
        mixer.play(.constant(10_000), .init(priority: .alarm, bus: Playback.alarm.bus))
        #expect(mixer.rendered(frames: 1) == [10_000, 10_000])
    }

    @Test func playbackHasTheBusOfItsPriorityUnlessItNamesAnother() {
        #expect(Playback.once.bus == .effects)
        #expect(Playback.alarm.bus == .alarm)
        #expect(Playback(priority: .alarm, bus: .speech).bus == .speech)
        #expect(Playback.music.bus == .music)
    }
}
