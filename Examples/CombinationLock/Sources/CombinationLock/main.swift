import Carillon

// A lock that opens for 5 s when four buttons are pressed in the right order. After three mistakes, it is blocked for
// 30 s. After a fault of the GPIO chip, it stays closed, and the order begins anew.

struct Model: Equatable, Sendable {
    var entered: [Int] = []
    var mistakes = 0
    var isBlocked = false
}

enum Event {
    case pressed(Int)
    case restIsOver, fault
}

enum Effect { case open, close, refuse, rest }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .restIsOver:
        return .next(Model())
    case .fault:
        next.entered = []
        return .next(next, effects: [.close])
    case .pressed where model.isBlocked:
        return .dispatchEffects([.refuse])
    case .pressed(let button):
        next.entered.append(button)
        guard next.entered.count == 4 else { return .next(next) }
        if next.entered == [1, 3, 2, 4] { return .next(Model(), effects: [.open]) }
        next.entered = []
        next.mistakes += 1
        next.isBlocked = next.mistakes == 3
        return .next(next, effects: next.isBlocked ? [.refuse, .rest] : [.refuse])
    }
}

func makeCombinationLock(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let (lock, wrong) = (try board.relay("lock"), try board.led("wrong"))
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.open).to { lock.on(for: .seconds(5)) }
        .routeCase(Effect.close).to { lock.off() }
        .routeCase(Effect.refuse).to(
            wrong.handler(.blinking(on: .milliseconds(200), off: .milliseconds(200), times: 3))
        )
        .routeCase(Effect.rest).to(board.timer().start(after: .seconds(30), send: .restIsOver))
        .asConnectable
    return Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            try board.events(
                board.button("1").pressed(send: .pressed(1)), board.button("2").pressed(send: .pressed(2)),
                board.button("3").pressed(send: .pressed(3)), board.button("4").pressed(send: .pressed(4)),
                board.chipPresence { _ in .fault })
        )
        .makeController(from: Model(), on: board.queue)
}

Board.run(wiring: "combination-lock", makeCombinationLock)
