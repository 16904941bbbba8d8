import Carillon

// A button that rings a bell.

enum Event { case pressed }
enum Effect { case ring }

func update(rings: Int, event: Event) -> Next<Int, Effect> {
    .next(rings + 1, effects: [.ring])
}

func makeButtonBell(on board: Board) throws -> MobiusController<Int, Event, Effect> {
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.ring).to(try board.speaker.handler("doorbell"))
        .asConnectable
    return Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(try board.button("bell").pressed(send: .pressed))
        .makeController(from: 0, on: board.queue)
}

Board.run(wiring: "button-bell", makeButtonBell)
