import CarillonAudio
import CarillonScheduling
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// Sounds that are named when they are played, in virtual time.
@Suite struct SpeakerNamesTests {
    private struct NoSuchSound: Error {}

    private enum Event: Equatable { case ended(SoundName, VoiceEndReason) }

    private let time = VirtualTime()
    private let output: SimulatedOutput
    private let speaker: Speaker
    private let seen = Seen()

    init() throws {
        output = SimulatedOutput(pacedBy: time)
        let features = BoardFeatures(on: time)
        let observer = features.observer { [seen] error in seen.failures.withLock { $0.append("\(error)") } }
        speaker = Speaker(
            engine: try AudioEngine(output: output, on: time), queue: time, session: nil, observer: observer,
            add: { _ = $0(DeviceObserver()) }, loading: { [seen] work in seen.loads.withLock { $0.append(work) } },
            load: { name, engine in
                guard name.description.hasPrefix("song") else { throw NoSuchSound() }
                return Sound(
                    name: "\(name)", format: engine.format, samples: [Float](repeating: 0.5, count: 2 * 48_000))
            })
        features.add(speaker)
    }

    @Test func soundIsLoadedOnceOutsideTheLoopAndThenPlays() {
        let effect = play("song-1")
        #expect(!effect.ended)
        time.advance(by: .seconds(1))
        #expect(output.passages.isEmpty)
        load()
        #expect(effect.ended)
        time.advance(by: .seconds(2))
        expectEqual(output.passages.map(\.samples.count), [2 * 48_000])
        let again = play("song-1")
        #expect(again.ended)
        #expect(seen.loads.withLock { $0.isEmpty })
    }

    @Test func unknownNameIsReportedAndEndsTheEffect() {
        let effect = play("nothing")
        load()
        #expect(effect.ended)
        expectEqual(seen.failures.withLock { $0 }, ["NoSuchSound()"])
    }

    @Test func loopReceivesTheEndOfASound() {
        let (good, bad) = (playWithEnd("song-1"), playWithEnd("nothing"))
        load()
        expectEqual(seen.events.withLock { $0 }, [.ended("nothing", .failed)])
        #expect(bad.callback.ended && !good.callback.ended)
        time.advance(by: .seconds(2))
        expectEqual(seen.events.withLock { $0 }, [.ended("nothing", .failed), .ended("song-1", .finished)])
        #expect(good.callback.ended)
    }

    @Test func soundDoesNotPlayIfItsLoopEndsWhileTheSoundIsLoaded() {
        playWithEnd("song-1").effect.dispose()
        load()
        time.advance(by: .seconds(1))
        #expect(output.passages.isEmpty)
        expectEqual(seen.events.withLock { $0 }, [.ended("song-1", .stopped)])
    }

    @Test func soundStopsWhenItsLoopEnds() {
        let effect = playWithEnd("song-1").effect
        load()
        time.advance(by: .milliseconds(10))
        effect.dispose()
        time.advance(by: .seconds(1))
        expectEqual(output.passages.map(\.samples.count), [2 * (480 + 240)])
    }

    @Test func playingAndLoadingSoundsAreStoppedByName() {
        _ = play("song-1")
        load()
        speaker.play("song-2")
        time.advance(by: .milliseconds(10))
        for name: SoundName in ["song-1", "song-2"] {
            speaker.stop(name)
        }
        load()
        time.advance(by: .seconds(1))
        expectEqual(output.passages.map(\.samples.count), [2 * (480 + 240)])
        #expect(speaker.requests.withLock { $0.isEmpty })
    }

    @Test func leastRecentlyUsedSoundsAreDiscardedBeyondTheLimit() {
        var recent = RecentSounds<SoundName>(limit: 100)
        let format = AudioFormat(rate: 1_000, channels: 1)
        for name: SoundName in ["a", "b"] {
            recent.keep(Sound(name: "\(name)", format: format, samples: Array(repeating: 0, count: 12)), as: name)
        }
        #expect(recent.use("a") != nil)
        recent.keep(Sound(name: "c", format: format, samples: [0]), as: "c")
        #expect(recent.use("a") != nil)
        recent.keep(Sound(name: "d", format: format, samples: [0]), as: "d")
        #expect(recent.use("b") == nil && recent.use("a") != nil && recent.use("c") != nil)
        recent.keep(Sound(name: "e", format: format, samples: Array(repeating: 0, count: 1_000)), as: "e")
        #expect(recent.use("e") != nil && recent.use("a") == nil)
    }

    private func load() {
        let work = seen.loads.withLock { loads in
            defer { loads = [] }
            return loads
        }
        for work in work { work() }
    }

    private func play(_ name: SoundName) -> EffectCallback<Event> {
        let handler: AnyEffectHandler<SoundName, Event> = speaker.handler(as: .once) { $0 }
        let callback = callback()
        _ = handler.handle(name, callback)
        return callback
    }

    private func playWithEnd(_ name: SoundName) -> (effect: any Disposable, callback: EffectCallback<Event>) {
        let handler = speaker.handler(as: .music, { $0 }, then: { name, end in Event.ended(name, end) })
        let callback = callback()
        return (handler.handle(name, callback), callback)
    }

    private func callback() -> EffectCallback<Event> {
        EffectCallback(onSend: { [seen] event in seen.events.withLock { $0.append(event) } }, onEnd: {})
    }

    private final class Seen: Sendable {
        let loads = Mutex<[@Sendable () -> Void]>([])
        let failures = Mutex<[String]>([])
        let events = Mutex<[Event]>([])
    }
}
