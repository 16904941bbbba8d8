import CarillonAudio
import CarillonScheduling
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// The loudspeaker in virtual time, as used by the effect handlers of a loop.
@Suite struct SpeakerTests {
    private enum Event: Equatable { case over }

    private let time = VirtualTime()
    private let output: SimulatedOutput
    private let speaker: Speaker
    private let seen = Seen()

    init() throws {
        output = SimulatedOutput(pacedBy: time)
        let features = BoardFeatures(on: time)
        let observer = features.observer { [seen] error in seen.changes.withLock { $0.append("\(error)") } }
        let engine = try AudioEngine(output: output, on: time)
        speaker = Speaker(engine: engine, queue: time, observer: observer) { name, _ in
            let samples = [Float](repeating: 0.5, count: 2 * 480)
            return Sound(name: name.description, format: .standard, samples: samples)
        }
        features.add(speaker)
        _ = features.observeVisible { [seen] change in seen.changes.withLock { $0.append("\(change)") } }
    }

    @Test func effectEndsWhenTheSoundHasStarted() throws {
        let play: AnyEffectHandler<Void, Event> = try speaker.handler(.alert)
        let callback = callback()
        _ = play.handle((), callback)
        #expect(callback.ended)
        expectEqual(seen.changes.withLock { $0 }, ["sound alert"])
        time.advance(by: .seconds(1))
        expectEqual(output.passages.map(\.samples.count), [960])
    }

    @Test func tonesPlayUnderTheirGivenName() throws {
        let beep = Tone(.square, frequency: 880, duration: .milliseconds(10))
        let play = try speaker.handler(speaker.add("beep", [beep, .rest(.milliseconds(5))]), then: Event.over)
        _ = play.handle((), callback())
        time.advance(by: .seconds(1))
        expectEqual(output.passages.map(\.samples.count), [2 * 720])
        #expect(output.passages.first?.samples.contains { $0 != 0 } ?? false)
        expectEqual(seen.changes.withLock { $0 }, ["sound beep"])
        expectEqual(seen.events.withLock { $0 }, [.over])
    }

    @Test func endOfASoundIsReportedToTheLoop() throws {
        let play = try speaker.handler("greeting", then: Event.over)
        let callback = callback()
        _ = play.handle((), callback)
        time.advance(by: .milliseconds(9))
        #expect(seen.events.withLock { $0 }.isEmpty && !callback.ended)
        time.advance(by: .milliseconds(2))
        #expect(seen.events.withLock { $0 } == [.over] && callback.ended)
    }

    @Test func soundStopsWhenItsLoopEnds() throws {
        let play = try speaker.handler("greeting", .looping, then: Event.over)
        let effect = play.handle((), callback())
        time.advance(by: .seconds(1))
        effect.dispose()
        time.advance(by: .seconds(1))
        expectEqual(output.passages.map(\.samples.count), [2 * (48_000 + 240)])
    }

    @Test func alarmSoundsUntilItIsStopped() throws {
        let (ring, acknowledge): (AnyEffectHandler<Void, Event>, AnyEffectHandler<Void, Event>) =
            (try speaker.handler("alarm", .alarm), try speaker.handler(stopping: "alarm"))
        _ = ring.handle((), callback())
        time.advance(by: .seconds(2))
        let stopped = callback()
        _ = acknowledge.handle((), stopped)
        #expect(stopped.ended)
        time.advance(by: .seconds(2))
        expectEqual(output.passages.map(\.samples.count), [2 * (96_000 + 240)])
    }

    @Test func soundThatCannotPlayEndsAtOnceAndIsReported() throws {
        let play = try speaker.handler("greeting", then: Event.over)
        for _ in 0..<65 { _ = play.handle((), callback()) }
        expectEqual(seen.events.withLock { $0 }, [.over])
        #expect(seen.changes.withLock { $0.last } == SoundNotPlayed(name: "greeting").description)
        time.advance(by: .seconds(1))
        expectEqual(seen.events.withLock { $0.count }, 65)
    }

    @Test func queueDoesNotWaitWhileASoundIsLoaded() throws {
        let speakers = Mutex<[Speaker]>([])
        let known = Mutex<[SoundName]?>(nil)
        let slow = Speaker(
            engine: try AudioEngine(output: SimulatedOutput(pacedBy: time), on: time), queue: time,
            observer: DeviceObserver()
        ) { name, engine in
            let speaker = speakers.withLock { $0.removeLast() }
            known.withLock { $0 = speaker.features[0].sounds }
            return Sound(name: "\(name)", format: engine.format, samples: [0, 0])
        }
        speakers.withLock { $0 = [slow] }
        try slow.add("beep", [.rest(.milliseconds(5))])
        let _: AnyEffectHandler<Void, Event> = try slow.handler("greeting")
        expectEqual(known.withLock { $0 }, ["beep"])
        expectEqual(Set(slow.features[0].sounds), ["beep", "greeting"])
    }

    private func callback() -> EffectCallback<Event> {
        EffectCallback(onSend: { [seen] event in seen.events.withLock { $0.append(event) } }, onEnd: {})
    }

    private final class Seen: Sendable {
        let changes = Mutex<[String]>([])
        let events = Mutex<[Event]>([])
    }
}
