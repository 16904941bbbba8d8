import Carillon

// A door lock with a number pad: the code and Enter open the door for 5 s. After three wrong codes, the pad is deaf for a
// minute. A green light shows an open door, a red one a wrong code and a deaf pad. After a fault of the GPIO chip, the door
// stays closed until the next code.

enum Model: Equatable, Sendable {
    case closed(typed: String, mistakes: Int)
    case open
    case deaf

    static let code = "2580"
    static let closed = Model.closed(typed: "", mistakes: 0)
}
enum Event {
    case typed(Character)
    case timeIsUp, fault
}
enum Effect {
    case wait(Duration)
    case warn
}

func update(model: Model, event: Event) -> Next<Model, Effect> {
    switch (model, event) {
    case (.closed(Model.code, _), .typed("\n")): .next(.open, effects: [.wait(.seconds(5))])
    case (.closed(_, mistakes: 2), .typed("\n")): .next(.deaf, effects: [.wait(.seconds(60))])
    case (.closed(_, let mistakes), .typed("\n")):
        .next(.closed(typed: "", mistakes: mistakes + 1), effects: [.warn])
    // Only the newest digits count, so that a child who plays with the pad fills no memory.
    case (.closed(let typed, let mistakes), .typed(let digit)):
        .next(.closed(typed: String((typed + [digit]).suffix(8)), mistakes: mistakes))
    case (.open, .timeIsUp), (.deaf, .timeIsUp), (.open, .fault): .next(.closed)
    case (.open, .typed), (.deaf, .typed), (.closed, .timeIsUp), (.closed, .fault), (.deaf, .fault): .noChange
    }
}

func makeKeypadLock(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let red = try board.led("red")
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(board.timer().start(send: .timeIsUp))
        .routeCase(Effect.warn).to(red.handler(.blinking(times: 2)))
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(try board.keypad("pad").typed { .typed($0) }, board.chipPresence { _ in .fault })
        )
        .makeController(from: .closed, on: board.queue)
    controller.connectView(try board.relay("lock").view { $0 == .open })
    controller.connectView(try board.led("green").view { $0 == .open ? .on : .off })
    controller.connectView(red.view { $0 == .deaf ? .on : .off })
    return controller
}

Board.run(wiring: "keypad-lock", makeKeypadLock)
