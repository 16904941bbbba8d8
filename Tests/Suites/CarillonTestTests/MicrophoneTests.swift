import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// Microphones on the bench, in virtual time.
@Suite struct MicrophoneTests {
    private enum Event: Equatable, Sendable {
        case go, end
        case loud, quiet, claps
        case level(SoundLevel)
        case recorded(SoundRecording)
    }

    private enum Effect { case record, stop }

    private func update(_ model: [Event], _ event: Event) -> Next<[Event], Effect> {
        switch event {
        case .go: .dispatchEffects([.record])
        case .end: .dispatchEffects([.stop])
        default: .next(model + [event])
        }
    }

    private func make(
        _ board: Board, limit: Duration = .seconds(10), preRoll: Duration = .zero,
        _ sources: (Microphone) -> [AnyEventSource<Event>]
    ) throws -> MobiusController<[Event], Event, Effect> {
        let ear = try board.microphone("ear")
        let router = EffectRouter<Effect, Event>()
            .routeCase(Effect.record).to(ear.record(for: limit, preRoll: preRoll, then: Event.recorded))
            .routeCase(Effect.stop).to { ear.stopRecording() }
        let others = sources(ear).reduce(CompositeEventSourceBuilder()) { $0.addEventSource($1) }.build()
        return Mobius.loop(update: update, effectHandler: router.asConnectable)
            .withEventSource(
                try board.events(board.button("go").pressed(send: .go), board.button("end").pressed(send: .end), others)
            )
            .makeController(from: [], on: board.queue)
    }

    private func listening(_ sources: @escaping (Microphone) -> [AnyEventSource<Event>]) throws -> Bench<[Event]> {
        try Bench { board in try make(board, sources) }
    }

    @Test func loudAndQuietSoundsAreReported() throws {
        let bench = try listening { [$0.louder(send: .loud), $0.quieter(send: .quiet)] }
        try bench.hear(.noise(for: .milliseconds(50)))
        #expect(bench.model.isEmpty)
        try bench.hear(.noise())
        expectEqual(bench.model, [.loud])
        #expect(try bench.microphone("ear").isLoud)
        bench.advance(by: .seconds(1))
        expectEqual(bench.model, [.loud, .quiet])
        bench.advance(by: .seconds(36_000))
        try bench.hear(.noise(level: -35))
        expectEqual(bench.model, [.loud, .quiet])
    }

    @Test func levelsOfTheProgramAreUsed() throws {
        let bench = try listening {
            [
                $0.louder(than: -50, for: .seconds(2), send: .loud),
                $0.quieter(than: -60, for: .seconds(5), send: .quiet),
            ]
        }
        try bench.hear(.noise(for: .seconds(1), level: -40))
        #expect(bench.model.isEmpty)
        try bench.hear(.noise(for: .seconds(3), level: -40))
        bench.advance(by: .seconds(3))
        expectEqual(bench.model, [.loud])
        bench.advance(by: .seconds(3))
        expectEqual(bench.model, [.loud, .quiet])
    }

    @Test func twoClapsAreDetectedButNotOneOrThree() throws {
        let bench = try listening { [$0.clappedTwice(send: .claps)] }
        for times in [1, 3] {
            try bench.hear(.clap, times: times)
            bench.advance(by: .seconds(1))
        }
        #expect(bench.model.isEmpty)
        try bench.hear(.clap, times: 2)
        expectEqual(bench.model, [.claps])
        try bench.enter("claps", at: "ear")
        bench.advance(by: .seconds(2))
        expectEqual(bench.model, [.claps, .claps])
    }

    @Test func levelsAreReportedOnlyOnRequest() throws {
        let bench = try listening { [$0.level(every: .seconds(1)) { .level($0) }] }
        bench.advance(by: .milliseconds(3100))
        expectEqual(bench.model, Array(repeating: .level(.silence), count: 3))
        expectEqual(try bench.level("ear", "level"), -100)
        let silent = try listening { [$0.louder(send: .loud)] }
        try silent.hear(.noise())
        expectEqual(try silent.level("ear", "level"), nil)
    }

    @Test func microphoneDetectsNothingWhileTheLoudspeakerPlays() throws {
        let bench = try Bench { board in
            let controller = try make(board) { [$0.louder(send: .loud), $0.clappedTwice(send: .claps)] }
            _ = board.speaker.handler(as: .once) { $0 } as AnyEffectHandler<SoundName, Event>
            return controller
        }
        bench.board.speaker.play("doorbell")
        try bench.hear(.noise(for: .milliseconds(700)))
        #expect(bench.model.isEmpty)
        bench.finishSounds()
        bench.advance(by: .milliseconds(400))
        try bench.hear(.noise(for: .milliseconds(700)))
        expectEqual(bench.model, [.loud])
    }

    // MARK: Recording

    @Test func recordingEndsAtItsLimit() throws {
        let bench = try listening { _ in [] }
        try bench.press("go")
        #expect(try bench.microphone("ear").isRecording)
        bench.advance(by: .seconds(12))
        let recording = SoundRecording(path: "/recordings/0001.wav", duration: .seconds(10), end: .limit)
        expectEqual(bench.model, [.recorded(recording)])
        expectEqual(bench.recordings, [recording])
        #expect(try !bench.microphone("ear").isRecording)
        expectEqual(bench.changes.map { "\($0)" }, ["microphone ear recording on", "microphone ear recording off"])
    }

    @Test func recordingEndsWhenItIsStoppedOrAnotherOneBegins() throws {
        let bench = try listening { _ in [] }
        try bench.press("go")
        bench.advance(by: .seconds(5))
        try bench.press("end")
        bench.advance(by: .seconds(1))
        expectEqual(bench.recordings.map(\.end), [.stopped])
        #expect(bench.recordings.allSatisfy { $0.duration > .seconds(4) && $0.duration < .seconds(6) })
        try bench.press("end")
        try bench.press("go")
        bench.advance(by: .seconds(2))
        try bench.press("go")
        bench.advance(by: .seconds(20))
        expectEqual(bench.recordings.map(\.end), [.stopped, .stopped, .limit])
        let paths = ["/recordings/0001.wav", "/recordings/0002.wav", "/recordings/0003.wav"]
        expectEqual(bench.recordings.map(\.path), paths)
        expectEqual(bench.model.count, 3)
    }

    @Test(arguments: [true, false]) func recordingStartsBeforeTheEffectThatRequestsIt(hasNoise: Bool) throws {
        let bench = try Bench { board in
            try make(board, limit: .seconds(10), preRoll: .seconds(2)) { [$0.louder(send: .loud)] }
        }
        if hasNoise { try bench.hear(.noise(for: .seconds(5))) } else { bench.advance(by: .seconds(3600)) }
        try bench.press("go")
        bench.advance(by: .seconds(9))
        // Two of the ten seconds were over when it began.
        expectEqual(bench.recordings.map(\.duration), [.seconds(10)])
    }

    @Test func fullDiskEndsARecording() throws {
        let bench = try listening { _ in [] }
        try bench.press("go")
        bench.advance(by: .seconds(3))
        bench.recordingFailure = .noRoom
        bench.advance(by: .seconds(1))
        expectEqual(bench.recordings.map(\.end), [.noRoom])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        expectEqual(bench.model.last, .recorded(SoundRecording(path: "", duration: .zero, end: .noRoom)))
    }

    @Test func unpluggedMicrophoneEndsTheRecordingAndIsUsedAgainWhenItIsBack() throws {
        let bench = try listening { [$0.louder(send: .loud), $0.quieter(send: .quiet)] }
        try bench.press("go")
        try bench.hear(.noise())
        try bench.unplug("ear")
        bench.advance(by: .seconds(2))
        expectEqual(bench.recordings.map(\.end), [.lost])
        expectEqual(bench.failures.count, 1)
        expectEqual(bench.model.filter { $0 == .loud || $0 == .quiet }, [.loud, .quiet])
        try bench.hear(.noise())
        try bench.plugIn("ear")
        try bench.hear(.noise())
        expectEqual(bench.model.last, .loud)
        expectEqual(bench.failures.count, 1)
    }

    @Test func lightOfTheWiringShowsThatTheMicrophoneRecords() throws {
        let wiring = try Wiring(
            .button("go", line: "A"), .button("end", line: "B"), .led("red", line: "C"),
            .microphone("ear") { $0.light = WiringReference("red") })
        let bench = try Bench(wiring: wiring) { board in try make(board) { _ in [] } }
        #expect(bench.lit.isEmpty)
        try bench.press("go")
        expectEqual(bench.lit, ["red"])
        bench.advance(by: .seconds(12))
        #expect(bench.lit.isEmpty)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func microphoneDetectsASoundFile() throws {
        let bench = try listening { [$0.louder(than: -35, send: .loud)] }
        let file = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/Sounds/alarm.wav"
        try bench.hear(file: file)
        #expect(bench.model.contains(.loud))
    }
}
