import CarillonAudio
import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// Speech on the bench, in virtual time.
@Suite struct SpeechTests {
    private struct Model: Sendable {
        var count = 0
        var ends: [VoiceEndReason] = []
    }

    private enum Event: Sendable {
        case pressed
        case said(VoiceEndReason)
    }

    private enum Effect: Sendable { case say(Int) }

    private func makeBox(on board: Board) throws -> MobiusController<Model, Event, Effect> {
        Mobius.loop(
            update: { (model: Model, event: Event) -> Next<Model, Effect> in
                var model = model
                switch event {
                case .pressed:
                    model.count += 1
                    return .next(model, effects: [.say(model.count)])
                case .said(let end):
                    model.ends.append(end)
                    return .next(model)
                }
            },
            effectHandler: EffectRouter<Effect, Event>()
                .routeCase(Effect.say).to(
                    board.speaker.speech.handler({ "You are visitor number \($0)" }, then: { .said($1) })
                )
                .asConnectable
        )
        .withEventSource(try board.button("door").pressed(send: .pressed))
        .makeController(from: Model(), on: board.queue)
    }

    @Test func textsAreListedAndEndInVirtualTime() throws {
        let bench = try Bench(makeBox)
        try bench.press("door")
        expectEqual(bench.speech, ["You are visitor number 1"])
        #expect(bench.isSounding && bench.model.ends.isEmpty)
        try bench.press("door")
        expectEqual(bench.speech.count, 1)
        // 24 characters at 160 words a minute take 1.5 s.
        bench.advance(by: .milliseconds(1600))
        expectEqual(bench.speech, ["You are visitor number 1", "You are visitor number 2"])
        expectEqual(bench.model.ends, [.finished])
        bench.advance(by: .seconds(2))
        #expect(!bench.isSounding && bench.model.ends == [.finished, .finished])
        #expect(bench.failures.isEmpty)
    }

    @Test func textIsSetFromOutside() throws {
        let bench = try Bench(makeBox)
        let feature = try #require(bench.board.features["speech/speech"])
        #expect(feature.set(.text("Dinner is ready")))
        #expect(bench.speech == ["Dinner is ready"] && bench.isSounding)
        #expect(feature.set(.text("")))
        bench.advance(by: .milliseconds(10))
        #expect(!bench.isSounding)
    }
}
