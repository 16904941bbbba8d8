import Carillon

enum DoorbellEvent { case pressed }
enum DoorbellEffect { case ring }

/// The model is the number of presses.
func update(visitors: Int, event: DoorbellEvent) -> Next<Int, DoorbellEffect> {
    .next(visitors + 1, effects: [.ring])
}

func makeDoorbell(on board: Board) throws -> MobiusController<Int, DoorbellEvent, DoorbellEffect> {
    let effectHandler = EffectRouter<DoorbellEffect, DoorbellEvent>()
        .routeCase(DoorbellEffect.ring).to(try board.speaker.play(.alert))
        .asConnectable

    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(try board.buttons(["ring": .pressed]))
        .makeController(from: 0, on: board.queue)

    controller.connectView(try board.number("visitors"))
    return controller
}

Board.run(wiring: "doorbell", makeDoorbell)
