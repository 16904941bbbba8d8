import Carillon

// A game for two players: the lamp lights after a random time of 2 s to 6 s, and the first player who presses wins. A
// player who presses before that loses.

enum Player { case left, right }

enum Model: Equatable, Sendable {
    case idle, waiting, lit
    case won(Player)
}

enum Event {
    case start, light
    case pressed(Player)
}

enum Effect { case wait, stopWaiting }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    switch (model, event) {
    case (.idle, .start), (.won, .start): .next(.waiting, effects: [.wait])
    case (.waiting, .light): .next(.lit)
    case (.waiting, .pressed(let player)): .next(.won(player == .left ? .right : .left), effects: [.stopWaiting])
    case (.lit, .pressed(let player)): .next(.won(player))
    default: .noChange
    }
}

func makeReactionGame(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let timer = board.timer()
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(timer.start(within: .seconds(2) ... .seconds(6), send: .light))
        .routeCase(Effect.stopWaiting).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            try board.buttons(["start": .start, "left": .pressed(.left), "right": .pressed(.right)])
        )
        .makeController(from: .idle, on: board.queue)
    controller.connectView(try board.led("lamp").view { .on(if: $0 == .lit) })
    controller.connectView(try board.led("left").view { $0 == .won(.left) ? .blinking(times: 5) : .off })
    controller.connectView(try board.led("right").view { $0 == .won(.right) ? .blinking(times: 5) : .off })
    return controller
}

Board.run(wiring: "reaction-game", makeReactionGame)
