import Carillon

// A press that works only while both hands are on its buttons, which must be pressed within 0.5 s of each other. After a
// fault, both must be released and pressed again. It teaches the principle: a machine that can injure somebody requires a
// certified controller.

struct Model: Equatable, Sendable {
    // Only a press that the board has seen counts. A button that is down at the start, or when its chip is back, has to be
    // released first.
    var isLeftPressed = false
    var isRightPressed = false
    /// Both buttons have been released since the last work.
    var isReady = true
    var isWorking = false
}

enum Event {
    case left(isPressed: Bool)
    case right(isPressed: Bool)
    case tooLate, fault
}

enum Effect { case wait, stopWaiting }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .left(let isPressed): next.isLeftPressed = isPressed
    case .right(let isPressed): next.isRightPressed = isPressed
    case .tooLate:
        next.isReady = false
        return .next(next)
    case .fault: return .next(Model(), effects: [.stopWaiting])
    }
    switch (next.isLeftPressed, next.isRightPressed) {
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
    let (left, right, timer) = (try board.button("left"), try board.button("right"), board.timer())
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(timer.start(after: .milliseconds(500), send: .tooLate))
        .routeCase(Effect.stopWaiting).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                left.pressed(send: .left(isPressed: true)), left.released(send: .left(isPressed: false)),
                right.pressed(send: .right(isPressed: true)), right.released(send: .right(isPressed: false)),
                board.chipPresence { _ in .fault })
        )
        // A loop that starts again has not seen the presses.
        .makeController(from: Model(), initiate: { _ in First(model: Model()) }, on: board.queue)
    controller.connectView(try board.relay("press").view(\.isWorking))
    return controller
}

Board.run(wiring: "two-hand-control", makeTwoHandControl)
