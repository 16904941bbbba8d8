import Carillon

// A box that holds its own power with a relay. When a button has been held for 3 s, a light blinks for 2 s, and the
// relay opens. A second button across the relay's contact, without a line, switches the box on.

enum Model: Equatable, Sendable { case running, leaving, off }
enum Event { case held, timeIsUp }
enum Effect { case wait }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    switch (model, event) {
    case (.running, .held): .next(.leaving, effects: [.wait])
    case (.leaving, .timeIsUp): .next(.off)
    default: .noChange
    }
}

func makeShutdownButton(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(board.timer().start(after: .seconds(2), send: .timeIsUp))
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(try board.button("off").held(for: .seconds(3), send: .held))
        .makeController(from: .running, on: board.queue)
    controller.connectView(try board.relay("power").view { $0 != .off })
    controller.connectView(
        try board.led("light").view { model in
            switch model {
            case .running: .on
            case .leaving: .blinking(on: .milliseconds(100), off: .milliseconds(100))
            case .off: .off
            }
        })
    return controller
}

Board.run(wiring: "shutdown-button", makeShutdownButton)
