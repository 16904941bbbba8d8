import Carillon

// A press that works only while both hands are on its buttons, which must be pressed within 0.5 s of each other. It
// teaches the principle: a machine that can injure somebody requires a certified controller.

struct Model: Equatable, Sendable {
    // The buttons count as pressed until they report otherwise: one that is taped down at power-on starts nothing.
    var isLeftDown = true
    var isRightDown = true
    /// Both buttons have been released since the last work.
    var isReady = false
    var isWorking = false
}

enum Event {
    case left(Bool)
    case right(Bool)
    case tooLate
}

enum Effect { case wait, stopWaiting }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .left(let isDown): next.isLeftDown = isDown
    case .right(let isDown): next.isRightDown = isDown
    case .tooLate:
        next.isReady = false
        return .next(next)
    }
    switch (next.isLeftDown, next.isRightDown) {
    case (true, true):
        next.isWorking = model.isReady
        next.isReady = false
        return .next(next, effects: [.stopWaiting])
    case (false, false):
        next.isWorking = false
        next.isReady = true
        return .next(next, effects: [.stopWaiting])
    default:
        next.isWorking = false
        return .next(next, effects: model.isReady ? [.wait] : [])
    }
}

func makeTwoHandControl(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let timer = board.timer()
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(timer.start(.tooLate, after: .milliseconds(500)))
        .routeCase(Effect.stopWaiting).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                try board.button("left").changed { .left($0) }, try board.button("right").changed { .right($0) })
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.relay("press").switching(\.isWorking))
    return controller
}

Board.run(wiring: "two-hand-control", makeTwoHandControl)
