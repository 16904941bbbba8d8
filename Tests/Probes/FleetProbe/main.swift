import Carillon

// A doorbell with a device of nearly every kind, for the check with Home Assistant. Commands to `shown` are events,
// because a view drives it. No view drives `lamp`, `mood`, `door`, `arm`, `buzzer` and `note`, so they are commanded
// directly.

struct Doorbell: Equatable, Sendable {
    var rings = 0
    var isQuiet = false
    var isShown = false
    var volume = 5.0
}

enum DoorbellEvent {
    case rung
    case quiet(Bool)
    case shown(Bool)
    case volume(Double)
}

enum DoorbellEffect {
    case ring
}

func update(doorbell: Doorbell, event: DoorbellEvent) -> Next<Doorbell, DoorbellEffect> {
    var next = doorbell
    switch event {
    case .rung:
        next.rings += 1
        return .next(next, effects: doorbell.isQuiet ? [] : [.ring])
    case .quiet(let isQuiet): next.isQuiet = isQuiet
    case .shown(let isShown): next.isShown = isShown
    // The model's own limit, so that a command is seen to be an event.
    case .volume(let volume): next.volume = min(volume, 8)
    }
    return next == doorbell ? .noChange : .next(next)
}

func makeDoorbell(on board: Board) throws -> MobiusController<Doorbell, DoorbellEvent, DoorbellEffect> {
    let controller = Mobius.loop(
        update: update,
        effectHandler: EffectRouter<DoorbellEffect, DoorbellEvent>()
            .routeCase(DoorbellEffect.ring).to(try board.speaker.handler(.alert)).asConnectable
    ).withEventSource(
        board.events(
            try board.button("bell").pressed(send: .rung), board.values.button("ring").pressed(send: .rung),
            board.values.switch("quiet").commanded { .quiet($0) },
            board.values.switch("shown").commanded { .shown($0) },
            board.values.number("volume", in: 0...10).commanded { .volume($0) })
    ).makeController(from: Doorbell(), on: board.queue)
    controller.connectView(try board.led("shown").view { .on(if: $0.isShown) })
    controller.connectView(try board.led("driven").view { .on(if: $0.rings > 0) })
    controller.connectView(try board.display("screen").view { "Rings \($0.rings)" })
    controller.connectView(board.values.number("rings").view { $0.rings })
    controller.connectView(board.values.number("volume").view { $0.volume })
    controller.connectView(board.values.switch("quiet").view { $0.isQuiet })
    controller.connectView(board.values.text("state").view { "rung \($0.rings) times" })
    return controller
}

Board.run(wiring: "house", fleet: .homeAssistant(title: "Doorbell"), makeDoorbell)
