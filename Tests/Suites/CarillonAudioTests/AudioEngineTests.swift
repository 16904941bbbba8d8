import AudioTestSupport
import CarillonScheduling
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonAudio

/// The engine in virtual time, on an output that records the heard samples.
@Suite struct AudioEngineTests {
    let time = VirtualTime()
    let output: SimulatedOutput
    let engine: AudioEngine

    init() throws {
        output = SimulatedOutput(pacedBy: time)
        engine = try AudioEngine(output: output, on: time)
    }

    @Test func soundPlaysCompletelyFromTheExactFrameEvenAfterTenHoursOfSilence() {
        time.advance(by: .milliseconds(1_500))
        engine.play(.ramp(frames: 3))
        time.advance(by: .seconds(36_000))
        engine.play(.ramp(frames: 240))
        time.advance(by: .seconds(1))
        let second = SimulatedOutput.Passage(
            start: 72_000 + 36_000 * 48_000, samples: Sound.ramp(frames: 240).int16s)
        expectEqual(output.passages, [.init(start: 72_000, samples: [1, 2, 3, 4, 5, 6]), second])
    }

    @Test func soundsThatOverlapAreAdded() {
        engine.play(Sound(Array(repeating: 100, count: 960)))
        time.advance(by: .milliseconds(5))
        engine.play(Sound(Array(repeating: 20, count: 960)))
        time.advance(by: .seconds(1))
        let parts = [(100, 480), (120, 480), (20, 480)]
        expectEqual(output.passages.map(\.start), [0])
        expectEqual(output.passages.first?.samples, parts.flatMap { Array(repeating: Int16($0), count: $1) })
    }

    @Test func engineSchedulesNoWorkDuringSilence() throws {
        let time = CountingTime()
        let engine = try AudioEngine(output: SimulatedOutput(pacedBy: time), on: time)
        time.virtual.advance(by: .seconds(3_600))
        expectEqual(time.schedulings, 0)
        engine.play(.ramp(frames: 4_800))
        time.virtual.advance(by: .seconds(3_600))
        expectEqual(time.schedulings, 1)
    }

    @Test func stopAllSilencesTheEngineAfterTheFadeOut() {
        engine.play(Sound(Array(repeating: 7, count: 96_000)))
        time.advance(by: .milliseconds(10))
        engine.stopAll()
        time.advance(by: .seconds(2))
        // Includes the fade-out of 5 ms.
        expectEqual(output.passages.map(\.samples.count), [960 + 480])
        expectEqual(output.passages[0].samples.suffix(3), [0, 0, 0])
        #expect(!engine.isSounding)
    }

    static let drained: [Row<(sound: Sound?, playback: Playback, begin: Duration), Duration>] = [
        Row("draining ends at once during silence", (nil, .once, .zero), .zero),
        Row("draining waits for the end", (.constant(7, frames: 48_000), .once, .zero), .seconds(1)),
        Row(
            "draining stops a sound that loops", (.constant(7, frames: 480), .looping, .seconds(1)),
            .milliseconds(1_010)),
    ]

    @Test(arguments: drained)
    func drainingEndsWithTheSounds(row: Row<(sound: Sound?, playback: Playback, begin: Duration), Duration>) {
        let end = Mutex<Duration?>(nil)
        if let sound = row.given.sound { engine.play(sound, row.given.playback) }
        time.advance(by: row.given.begin)
        engine.drain(on: time) { [time] in end.withLock { $0 = time.now } }
        time.advance(by: .seconds(2))
        let found = end.withLock { $0 }
        expectEqual(found, row.expected, sourceLocation: row.place)
    }

    @Test func closedEngineIsSilentAndRefusesSounds() {
        engine.play(Sound(Array(repeating: 7, count: 96_000)))
        time.advance(by: .milliseconds(10))
        engine.close()
        engine.close()
        #expect(engine.play(.ramp(frames: 1)) == nil)
        time.advance(by: .seconds(1))
        expectEqual(output.passages.map(\.samples.count), [960])
        #expect(!engine.isSounding)
        expectEqual(engine.statistics, AudioStatistics(xruns: 0, stolenVoices: 0, refusedSounds: 1))
    }

    @Test func thirtyThirdSoundDisplacesTheFirst() {
        for _ in 0..<33 { engine.play(Sound(Array(repeating: 1, count: 96_000))) }
        time.advance(by: .seconds(2))
        expectEqual(engine.statistics.stolenVoices, 1)
        expectEqual(output.passages.map { Set($0.samples) }, [[32]])
    }

    @Test func soundIsReleasedWhenItEndsAndWhenTheEngineIsClosed() {
        weak var sound: Sound?
        func play() {
            let played = Sound.ramp(frames: 4_800)
            sound = played
            engine.play(played)
        }
        play()
        time.advance(by: .milliseconds(50))
        #expect(sound != nil)
        time.advance(by: .milliseconds(51))
        #expect(sound == nil)
        play()
        engine.close()
        #expect(sound == nil)
    }
}

/// The engine on an output that the test drives, so that commands wait.
@Suite struct AudioRendererTests {
    let time = VirtualTime()
    let output = HandTurnedOutput(latency: 2)
    let engine: AudioEngine

    init() throws { engine = try AudioEngine(output: output, on: time) }

    @Test func soundOfAnotherFormatAndSixtyFifthWaitingSoundAreRefused() {
        #expect(engine.play(Sound([1, 2], format: AudioFormat(rate: 44_100, channels: 2))) == nil)
        expectEqual(engine.statistics.refusedSounds, 1)
        for _ in 0..<64 { #expect(engine.play(.ramp(frames: 1)) != nil) }
        #expect(engine.play(.ramp(frames: 1)) == nil)
        expectEqual(engine.statistics.refusedSounds, 2)
    }

    @Test func stopsAreNeverRefused() throws {
        let voices = (0..<32).compactMap { _ in engine.play(.constant(1_000)) }
        _ = output.turn(frames: 1)
        while voices[0].setGain(-6) {}
        for voice in voices { voice.stop() }
        _ = output.turn(frames: 241)
        expectEqual(output.turn(frames: 1), [0, 0])
        time.advance(by: .zero)
        #expect(voices.allSatisfy { !$0.isSounding })
    }

    @Test func soundStoppedBeforeItsFirstFrameDoesNotPlay() {
        engine.play(.constant(1_000))?.stop()
        expectEqual(output.turn(frames: 1), [0, 0])
        expectEqual(output.renderer?.isIdle, true)
    }

    @Test func engineIsSoundingUntilTheLastFrameHasPlayed() {
        engine.play(.ramp(frames: 1))
        _ = output.turn(frames: 2)
        #expect(output.renderer?.isIdle == true && engine.isSounding)
        _ = output.turn(frames: 1)
        #expect(engine.isSounding)
        _ = output.turn(frames: 1)
        #expect(!engine.isSounding)
    }

    @Test func failureIsReportedAndEndsAllVoices() throws {
        let events = Mutex<[AudioEvent]>([])
        let ends = Mutex<[VoiceEndReason]>([])
        let output = HandTurnedOutput(latency: 2)
        let engine = try AudioEngine(output: output, on: time) { event in events.withLock { $0.append(event) } }
        engine.play(.ramp(frames: 9)) { end in ends.withLock { $0.append(end) } }
        output.renderer?.fail(.lost(device: "usb", reason: "gone"))
        #expect(events.withLock { $0 }.isEmpty)
        time.advance(by: .zero)
        expectEqual(events.withLock { $0 }, [.failed(.lost(device: "usb", reason: "gone"))])
        expectEqual(ends.withLock { $0 }, [.closed])
        #expect(!engine.isSounding)
        #expect(engine.play(.ramp(frames: 9)) == nil)
    }

    @Test func absenceAndReturnOfTheDeviceAreReported() throws {
        let events = Mutex<[AudioEvent]>([])
        let output = HandTurnedOutput(latency: 2)
        let engine = try AudioEngine(output: output, on: time) { event in events.withLock { $0.append(event) } }
        output.renderer?.deviceWasLost(.lost(device: "usb", reason: "gone"))
        output.renderer?.deviceReturned("usb")
        time.advance(by: .zero)
        expectEqual(events.withLock { $0 }, [.lost(.lost(device: "usb", reason: "gone")), .returned("usb")])
        expectEqual(events.withLock { $0 }.last?.description, "sound output resumed: usb")
        engine.close()
    }
}

/// Following and changing voices that play.
@Suite struct VoiceTests {
    let time = VirtualTime()
    let output = HandTurnedOutput()
    let engine: AudioEngine

    init() throws { engine = try AudioEngine(output: output, on: time) }

    @Test func voiceReportsItsPosition() throws {
        let voice = try #require(engine.play(.constant(1)))
        expectEqual(voice.position, .zero)
        _ = output.turn(frames: 4_800)
        expectEqual(voice.position, .milliseconds(100))
        voice.stop()
        _ = output.turn(frames: 4_800)
        time.advance(by: .zero)
        #expect(voice.position == nil && !voice.isSounding)
    }

    @Test func gainAndPanOfAVoiceChange() throws {
        let voice = try #require(engine.play(.constant(10_000), Playback(gain: -20)))
        expectEqual(output.turn(frames: 1), [1_000, 1_000])
        #expect(voice.setGain(0))
        #expect(voice.setPan(-1))
        _ = output.turn(frames: 480)
        expectEqual(output.turn(frames: 1), [10_000, 0])
    }

    @Test func handleOfAnEndedVoiceHasNoEffectOnTheNextVoice() throws {
        let first = try #require(engine.play(.constant(1, frames: 1)))
        _ = output.turn(frames: 2)
        time.advance(by: .zero)
        let second = try #require(engine.play(.constant(1_000)))
        _ = output.turn(frames: 1)
        first.stop()
        #expect(!first.setGain(-20))
        _ = output.turn(frames: 480)
        expectEqual(output.turn(frames: 1), [1_000, 1_000])
        #expect(second.isSounding)
    }

    @Test func stopOfASoundEndsAllItsVoicesAndNoOthers() {
        let (alarm, other) = (Sound.constant(1_000), Sound.constant(10))
        for _ in 0..<3 { engine.play(alarm, .looping) }
        engine.play(other)
        expectEqual(output.turn(frames: 1), [3_010, 3_010])
        engine.stop(alarm)
        _ = output.turn(frames: 240)
        expectEqual(output.turn(frames: 1), [10, 10])
    }

    @Test func endOfAVoiceIsReportedOnTheQueue() {
        let ends = Mutex<[VoiceEndReason]>([])
        let note: @Sendable (VoiceEndReason) -> Void = { end in ends.withLock { $0.append(end) } }
        engine.play(.constant(1, frames: 10), onEnd: note)
        let stopped = engine.play(.constant(1), onEnd: note)
        _ = output.turn(frames: 11)
        stopped?.stop()
        _ = output.turn(frames: 240)
        #expect(ends.withLock { $0 }.isEmpty)
        time.advance(by: .zero)
        expectEqual(ends.withLock { $0 }, [.finished, .stopped])
    }

    @Test func gainThatIsNotANumberIsSilentAndPanReducesOneSide() {
        expectEqual(Gain.amplitude(decibels: .nan), 0)
        expectEqual(Gain.amplitude(decibels: -.infinity), 0)
        expectEqual(Gain.amplitude(decibels: .infinity), Gain.amplitude(decibels: 24))
        expectEqual(Gain.amplitude(decibels: 0), 1)
        #expect(Gain.sides(pan: .nan) == (1, 1))
        #expect(Gain.sides(pan: 0) == (1, 1))
        #expect(Gain.sides(pan: -0.5).right < 0.75 && Gain.sides(pan: -0.5).left == 1)
    }
}

/// One engine, two outputs.
@Suite struct SeveralOutputsTests {
    let time = VirtualTime()
    let outputs = [HandTurnedOutput(), HandTurnedOutput()]
    let engine: AudioEngine

    init() throws { engine = try AudioEngine(outputs: outputs, on: time) }

    @Test func eachOutputPlaysAtItsOwnPaceAndTheLastOneEndsTheSound() throws {
        let ends = Mutex(0)
        let voice = try #require(engine.play(.ramp(frames: 2)) { _ in ends.withLock { $0 += 1 } })
        expectEqual(outputs[0].turn(frames: 3), [1, 2, 3, 4, 0, 0])
        expectEqual(outputs[1].turn(frames: 1), [1, 2])
        time.advance(by: .zero)
        #expect(voice.isSounding && ends.withLock { $0 } == 0)
        expectEqual(outputs[1].turn(frames: 2), [3, 4, 0, 0])
        time.advance(by: .zero)
        #expect(!voice.isSounding && ends.withLock { $0 } == 1)
    }

    @Test func failedOutputDoesNotKeepTheOtherFromPlaying() throws {
        outputs[0].renderer?.fail(.endedEarly(file: "x.wav", reason: "full"))
        let ends = Mutex(0)
        #expect(engine.play(.ramp(frames: 1)) { _ in ends.withLock { $0 += 1 } } != nil)
        expectEqual(outputs[1].turn(frames: 2).first, 1)
        time.advance(by: .zero)
        expectEqual(ends.withLock { $0 }, 1)
    }

    @Test func outputsOfDifferentFormatsAreRefused() {
        let mono = HandTurnedOutput(format: AudioFormat(rate: 48_000, channels: 1))
        #expect(throws: AudioOutputError.self) {
            try AudioEngine(outputs: [HandTurnedOutput(), mono], on: time)
        }
    }
}

/// Virtual time that counts the requests for a wake-up.
private final class CountingTime: Scheduler {
    let virtual = VirtualTime()
    private let count = Atomic(0)

    var schedulings: Int { count.load(ordering: .relaxed) }
    var now: Duration { virtual.now }
    var isCurrent: Bool { virtual.isCurrent }
    func async(_ work: @escaping @Sendable () -> Void) { virtual.async(work) }
    func sync(_ work: () -> Void) { virtual.sync(work) }
    func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        count.add(1, ordering: .relaxed)
        return virtual.schedule(at: time, work)
    }
}

/// Stops requested by threads that have been preempted.
@Suite struct VoiceTicketTests {
    let table = VoiceTable()
    let sound = Sound.constant(1, frames: 1)

    /// Starts a voice on one output, without a mixer.
    private func begin() throws -> Int {
        let voice = try #require(table.take())
        table[voice].begin(voice, of: sound, on: [HandTurnedOutput()], .init(), onEnd: nil)
        return voice
    }

    @Test func lateStopOfAnEarlierVoiceAffectsNeitherALaterVoiceNorItsStop() throws {
        let earlier = try begin()
        table.returnVoice(earlier, .finished)
        let later = try begin()
        #expect(table[later] === table[earlier])
        table[earlier].requestStop(of: earlier, fade: 240)
        expectEqual(table[later].requestedStop(of: later), nil)
        table[later].requestStop(of: later, fade: 480)
        table[earlier].requestStop(of: earlier, fade: 240)
        expectEqual(table[later].requestedStop(of: later), 480)
    }

    @Test func endlessFadeIsStillAStopAndShortestOfSeveralFadesIsUsed() throws {
        let voice = try begin()
        table[voice].requestStop(of: voice, fade: .max)
        expectEqual(table[voice].requestedStop(of: voice), Int(UInt32.max) - 1)
        for fade in [960, 480, 4_800] { table[voice].requestStop(of: voice, fade: fade) }
        expectEqual(table[voice].requestedStop(of: voice), 480)
    }
}
