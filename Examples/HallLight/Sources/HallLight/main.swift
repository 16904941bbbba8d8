import Carillon

// A button at each end of a hall switches its light. The light is behind a relay of a kind that Carillon does not have:
// LatchingRelay.swift adds it.

enum Event { case pressed }

func update(isOn: Bool, event: Event) -> Next<Bool, Never> { .next(!isOn) }

func makeHallLight(on board: Board) throws -> MobiusController<Bool, Event, Never> {
    let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Never, Event>().asConnectable)
        .withEventSource(
            try board.events(
                board.button("front").pressed(send: .pressed), board.button("back").pressed(send: .pressed))
        )
        .makeController(from: false, on: board.queue)
    controller.connectView(try board.device(LatchingRelay.self, "light").view { $0 })
    return controller
}

Board.run(wiring: "hall-light", kinds: [LatchingRelay.self], makeHallLight)
