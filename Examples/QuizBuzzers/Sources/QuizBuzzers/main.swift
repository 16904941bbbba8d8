import Carillon

// Buzzers for a quiz: the first player who presses may answer. The others are locked out until the host resets the
// buzzers.

enum Event {
    case pressed(String)
    case reset
}

enum Effect { case ring }

func update(winner: String?, event: Event) -> Next<String?, Effect> {
    switch event {
    case .pressed(let player) where winner == nil: .next(player, effects: [.ring])
    case .pressed: .noChange
    case .reset: .next(nil)
    }
}

func makeQuizBuzzers(on board: Board) throws -> MobiusController<String?, Event, Effect> {
    let players = ["red", "green", "blue"]
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.ring).to(try board.speaker.handler("attention"))
        .asConnectable
    var events: [String: Event] = ["host": .reset]
    for player in players { events[player] = .pressed(player) }
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(try board.buttons(events))
        .makeController(from: nil, on: board.queue)
    for player in players { controller.connectView(try board.led(player).view { .on(if: $0 == player) }) }
    return controller
}

Board.run(wiring: "quiz-buzzers", makeQuizBuzzers)
