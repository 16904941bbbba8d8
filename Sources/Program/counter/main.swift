import Carillon

enum CounterEvent { case increment, decrement }
enum CounterEffect { case playSound }

func update(count: Int, event: CounterEvent) -> Next<Int, CounterEffect> {
    switch event {
    case .increment: .next(count + 1)
    case .decrement where count == 0: .dispatchEffects([.playSound])
    case .decrement: .next(count - 1)
    }
}

func makeCounter(on board: Board) throws -> MobiusController<Int, CounterEvent, CounterEffect> {
    let effectHandler = EffectRouter<CounterEffect, CounterEvent>()
        .routeCase(CounterEffect.playSound).to(try board.speaker.handler(.alert))
        .asConnectable

    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(try board.buttons(["plus": .increment, "minus": .decrement]))
        .makeController(from: 0, on: board.queue)

    controller.connectView(try board.number("count"))
    return controller
}

Board.run(wiring: "counter", makeCounter)
