import Carillon

// A doorbell in a fleet: with --broker, Home Assistant counts the rings, rings the bell, and keeps it quiet.

struct Model: Equatable, Sendable {
    var isQuiet = false
    var rings = 0
}

enum Event {
    case pressed
    case quiet(Bool)
}

enum Effect { case ring }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    switch event {
    case .quiet(let isQuiet): .next(Model(isQuiet: isQuiet, rings: model.rings))
    case .pressed:
        .next(Model(isQuiet: model.isQuiet, rings: model.rings + 1), effects: model.isQuiet ? [] : [.ring])
    }
}

func makeHouseBell(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.ring).to(try board.speaker.handler("doorbell"))
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                try board.button("bell").pressed(send: .pressed), board.values.button("ring").pressed(send: .pressed),
                board.values.switch("quiet").commanded { .quiet($0) })
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.led("moon").view { $0.isQuiet ? .on : .off })
    controller.connectView(board.values.switch("quiet").view { $0.isQuiet })
    controller.connectView(board.values.number("rings").view { $0.rings })
    return controller
}

Board.run(wiring: "house-bell", fleet: .homeAssistant, makeHouseBell)
