import Carillon

// A heat lamp behind a relay that switches itself off after 15 min. A light warns during the last minute. After a fault of the
// GPIO chip, the lamp stays off until the next press.

enum Model: Equatable, Sendable { case off, on, ending }
enum Event { case pressed, timeIsUp, fault }
enum Effect {
    case wait(Duration)
    case stopWaiting
}

func update(model: Model, event: Event) -> Next<Model, Effect> {
    switch (model, event) {
    case (.off, .pressed), (.ending, .pressed): .next(.on, effects: [.wait(.seconds(14 * 60))])
    case (.on, .pressed), (_, .fault): .next(.off, effects: [.stopWaiting])
    case (.on, .timeIsUp): .next(.ending, effects: [.wait(.seconds(60))])
    case (.ending, .timeIsUp): .next(.off)
    case (.off, .timeIsUp): .noChange
    }
}

func makeHeatLamp(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let timer = board.timer()
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(timer.start(send: .timeIsUp))
        .routeCase(Effect.stopWaiting).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(try board.button("button").pressed(send: .pressed), board.chipPresence { _ in .fault })
        )
        .makeController(from: .off, on: board.queue)
    controller.connectView(try board.relay("lamp").view { $0 != .off })
    controller.connectView(
        try board.led("light").view { model in
            switch model {
            case .off: .off
            case .on: .on
            case .ending: .blinking()
            }
        })
    return controller
}

Board.run(wiring: "heat-lamp", makeHeatLamp)
