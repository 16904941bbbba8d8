import CarillonRealTime
import MobiusCore
import Synchronization
import Testing

@testable import CarillonAudio

/// The engine on an output that remembers what was heard, in virtual time.
@Suite struct AudioEngineTests {
    let time = VirtualTime()
    let output: SimulatedOutput
    let engine: AudioEngine

    init() throws {
        output = SimulatedOutput(pacedBy: time)
        engine = try AudioEngine(output: output)
    }

    @Test func aSoundIsHeardWhenItIsPlayedToTheFrame() {
        time.advance(by: .milliseconds(1_500))
        engine.play(.ramp(frames: 3))
        time.advance(by: .seconds(1))
        #expect(output.passages == [.init(start: 72_000, samples: [1, 2, 3, 4, 5, 6])])
    }

    @Test func soundsThatOverlapAreAdded() {
        engine.play(Sound(Array(repeating: 100, count: 960)))
        time.advance(by: .milliseconds(5))
        engine.play(Sound(Array(repeating: 20, count: 960)))
        time.advance(by: .seconds(1))
        let parts = [(100, 480), (120, 480), (20, 480)]
        #expect(output.passages.map(\.start) == [0])
        #expect(output.passages.first?.samples == parts.flatMap { Array(repeating: Int16($0), count: $1) })
    }

    @Test func afterTenHoursOfSilenceASoundIsHeardWhole() {
        time.advance(by: .seconds(36_000))
        engine.play(.ramp(frames: 240))
        time.advance(by: .seconds(36_000))
        engine.play(.ramp(frames: 240))
        time.advance(by: .seconds(1))
        #expect(output.passages.map(\.start) == [36_000 * 48_000, 72_000 * 48_000])
        #expect(output.passages.allSatisfy { $0.samples == Sound.ramp(frames: 240).int16s })
    }

    @Test func nothingWakesUpWhileNothingSounds() throws {
        let time = CountingTime()
        let engine = try AudioEngine(output: SimulatedOutput(pacedBy: time))
        time.virtual.advance(by: .seconds(3_600))
        #expect(time.schedulings == 0)
        engine.play(.ramp(frames: 4_800))
        time.virtual.advance(by: .seconds(3_600))
        #expect(time.schedulings == 1)
    }

    @Test func stopAllIsSilenceFromThatFrameOn() {
        engine.play(Sound(Array(repeating: 7, count: 96_000)))
        time.advance(by: .milliseconds(10))
        engine.stopAll()
        time.advance(by: .seconds(2))
        #expect(output.passages.map(\.samples.count) == [960])
        #expect(!engine.isSounding)
    }

    @Test func drainingWaitsForTheEnd() {
        let drained = Mutex<Duration?>(nil)
        engine.play(Sound(Array(repeating: 7, count: 96_000)))
        engine.drain(on: time) { [time] in drained.withLock { $0 = time.now } }
        time.advance(by: .milliseconds(999))
        #expect(drained.withLock { $0 } == nil)
        #expect(engine.isSounding)
        time.advance(by: .milliseconds(11))
        #expect(drained.withLock { $0 } == .seconds(1))
    }

    @Test func drainingInSilenceIsDoneAtOnce() {
        let drained = Mutex(false)
        engine.drain(on: time) { drained.withLock { $0 = true } }
        time.advance(by: .zero)
        #expect(drained.withLock { $0 })
    }

    @Test func whatIsClosedIsSilentAndRefuses() {
        engine.play(Sound(Array(repeating: 7, count: 96_000)))
        time.advance(by: .milliseconds(10))
        engine.close()
        engine.close()
        #expect(!engine.play(.ramp(frames: 1)))
        time.advance(by: .seconds(1))
        #expect(output.passages.map(\.samples.count) == [960])
        #expect(!engine.isSounding)
        #expect(engine.statistics == AudioStatistics(xruns: 0, displacedVoices: 0, refusedSounds: 1))
    }

    @Test func aSoundForAnotherFormatIsRefused() {
        #expect(!engine.play(Sound([1, 2], format: AudioFormat(rate: 44_100, channels: 2))))
        #expect(engine.statistics.refusedSounds == 1)
    }

    @Test func theThirtyThirdSoundDisplacesTheFirst() {
        for _ in 0..<33 { engine.play(Sound(Array(repeating: 1, count: 96_000))) }
        time.advance(by: .seconds(2))
        #expect(engine.statistics.displacedVoices == 1)
        #expect(output.passages.map { Set($0.samples) } == [[32]])
    }

    @Test func aSoundIsKeptUntilItHasEndedAndNoLonger() {
        weak var sound: Sound?
        do {
            let played = Sound.ramp(frames: 4_800)
            sound = played
            engine.play(played)
        }
        time.advance(by: .milliseconds(50))
        #expect(sound != nil)
        time.advance(by: .milliseconds(51))
        engine.stopAll()
        #expect(sound == nil)
    }

    @Test func closingLetsGoOfWhatStillSounds() {
        weak var sound: Sound?
        do {
            let played = Sound.ramp(frames: 4_800)
            sound = played
            engine.play(played)
        }
        engine.close()
        #expect(sound == nil)
    }
}

/// The commands on their way to an output that does not take them.
@Suite struct AudioRendererTests {
    let renderer = AudioRenderer(format: .standard, latency: 2, onFailure: { _ in })

    @Test func theSixtyFifthCommandIsRefused() {
        for _ in 0..<64 { #expect(renderer.play(.ramp(frames: 1))) }
        #expect(!renderer.play(.ramp(frames: 1)))
        #expect(renderer.refusedCount == 1)
    }

    @Test func stopAllWorksEvenIfNoCommandFits() {
        for _ in 0..<64 { _ = renderer.play(.ramp(frames: 1)) }
        renderer.stopAll()
        renderer.takeCommands()
        #expect(renderer.isIdle)
    }

    @Test func itSoundsUntilTheLastFrameHasBeenHeard() {
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2)
        defer { buffer.deallocate() }
        _ = renderer.play(.ramp(frames: 1))
        renderer.takeCommands()
        renderer.render(into: buffer)
        #expect(renderer.isIdle && renderer.isSounding)
        renderer.render(into: buffer)
        #expect(renderer.isSounding)
        renderer.render(into: buffer)
        #expect(!renderer.isSounding)
    }

    @Test func aFailureIsToldAndEndsEverything() {
        let failures = Mutex<[AudioOutputError]>([])
        let renderer = AudioRenderer(format: .standard, latency: 2) { error in failures.withLock { $0.append(error) } }
        _ = renderer.play(.ramp(frames: 9))
        renderer.fail(.lost(device: "usb", reason: "gone"))
        #expect(failures.withLock { $0 } == [.lost(device: "usb", reason: "gone")])
        #expect(!renderer.isSounding)
        #expect(!renderer.play(.ramp(frames: 9)))
    }
}

/// Virtual time that counts how often something wants to be woken up.
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
