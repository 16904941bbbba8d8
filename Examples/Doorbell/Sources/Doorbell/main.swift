import Carillon

// A doorbell: it rings, and a light blinks for a while for those who do not hear. A switch keeps it quiet.

struct Model: Equatable, Sendable {
    var isQuiet = false
    var rings = 0
}

enum Event {
    case pressed
    case quiet(Bool)
}

enum Effect { case ring, blink }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    switch event {
    case .quiet(let isQuiet): .next(Model(isQuiet: isQuiet, rings: model.rings))
    case .pressed:
        .next(
            Model(isQuiet: model.isQuiet, rings: model.rings + 1), effects: model.isQuiet ? [.blink] : [.ring, .blink])
    }
}

func makeDoorbell(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.ring).to(try board.speaker.handler("doorbell"))
        .routeCase(Effect.blink).to(
            try board.led("light").handler(.blinking(on: .milliseconds(300), off: .milliseconds(300), times: 10))
        )
        .asConnectable
    return Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                try board.button("bell").pressed(send: .pressed), try board.switch("quiet").changed { .quiet($0) })
        )
        .makeController(from: Model(), on: board.queue)
}

Board.run(wiring: "doorbell", makeDoorbell)
