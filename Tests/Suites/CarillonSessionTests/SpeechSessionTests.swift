import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonScheduling
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

/// Sessions of a box that speaks: the ends of its texts are inputs.
@Suite struct SpeechSessionTests {
    private struct Model: Equatable, Sendable {
        var presses = 0
        var said: [VoiceEndReason] = []
    }

    private enum Event: Sendable {
        case pressed
        case said(VoiceEndReason)
    }

    private enum Effect: Sendable {
        case say(Int)
        case mention(Int)
        case hush
    }

    private let wiring = try! Wiring(.button("go", line: "A"))

    private func makeTalkingBox(on board: Board) throws -> MobiusController<Model, Event, Effect> {
        Mobius.loop(
            update: { (model: Model, event: Event) -> Next<Model, Effect> in
                var model = model
                switch event {
                case .pressed:
                    model.presses += 1
                    let number = model.presses
                    let effect: Effect = number % 7 == 0 ? .hush : number % 3 == 0 ? .mention(number) : .say(number)
                    return .next(model, effects: [effect])
                case .said(let reason):
                    model.said = model.said.suffix(3) + [reason]
                    return .next(model)
                }
            },
            effectHandler: EffectRouter<Effect, Event>()
                .routeCase(Effect.say).to(board.speaker.speech.handler({ "Number \($0)" }, then: { .said($1) }))
                .routeCase(Effect.mention).to(board.speaker.speech.handler { "By the way, this is number \($0)" })
                .routeCase(Effect.hush).to { board.speaker.speech.stop() }
                .asConnectable
        )
        .withEventSource(try board.button("go").pressed(send: .pressed))
        .makeController(from: Model(), on: board.queue)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func replaySpeaksTheSameTexts(seed: UInt64) throws {
        let session = try HostileSession(of: wiring, seed: seed, lasting: .seconds(20), makeTalkingBox)
        #expect(session.eventLog.contains { $0.contains("said(") })
        let (eventLog, divergence) = try HostileSession.replay(session.session, of: wiring, makeTalkingBox)
        expectEqual(divergence, nil)
        expectEqual(eventLog, session.eventLog)
    }
}
