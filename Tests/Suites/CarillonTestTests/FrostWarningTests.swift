import CarillonTest
import Testing

/// An application that queries a service in a task, and warns of frost.
struct FrostWarning {
    enum Event: Sendable {
        case asked
        case answered(degrees: Int)
    }

    enum Effect: Sendable { case ask }

    /// Returns the temperature, after some real time.
    let service: @Sendable () async -> Int

    func make(on board: Board) throws -> MobiusController<Int, Event, Effect> {
        let effectHandler = EffectRouter<Effect, Event>()
            .routeCase(Effect.ask).to { [service] _, callback in
                let task = Task {
                    callback.send(.answered(degrees: await service()))
                    callback.end()
                }
                return AnonymousDisposable { task.cancel() }
            }
            .asConnectable
        let controller = Mobius.loop(update: Self.update, effectHandler: effectHandler)
            .withEventSource(try board.button("ask").pressed(send: Event.asked))
            .makeController(from: 0, on: board.queue)
        controller.connectView(try board.led("frost").view { .on(if: $0 < 0) })
        return controller
    }

    private static func update(degrees: Int, event: Event) -> Next<Int, Effect> {
        switch event {
        case .asked: .dispatchEffects([.ask])
        case .answered(let degrees): .next(degrees)
        }
    }
}

@Suite struct FrostWarningTests {
    @Test func answerBelowZeroLightsTheLED() async throws {
        let bench = try Bench(FrostWarning { -5 }.make)
        try bench.press("ask")
        #expect(await bench.settle { bench.model == -5 })
        #expect(try bench.led("frost").isOn)
    }
}
