import Carillon

// A lock that opens for 5 s when four buttons are pressed in the right order. After three mistakes, it is blocked for
// 30 s.

struct Model: Equatable, Sendable {
    var entered: [Int] = []
    var mistakes = 0
    var isBlocked = false
}

enum Event {
    case pressed(Int)
    case restIsOver
}

enum Effect { case open, refuse, rest }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .restIsOver:
        return .next(Model())
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
        .routeCase(Effect.refuse).to(wrong.show(.blinking(on: .milliseconds(200), off: .milliseconds(200), times: 3)))
        .routeCase(Effect.rest).to(board.timer().start(.restIsOver, after: .seconds(30)))
        .asConnectable
    return Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            try board.buttons(["1": .pressed(1), "2": .pressed(2), "3": .pressed(3), "4": .pressed(4)])
        )
        .makeController(from: Model(), on: board.queue)
}

Board.run(wiring: "combination-lock", makeCombinationLock)
