import Carillon

// A stop watch: a click starts and stops it, holding the button resets it. The seconds are shown in binary. The
// measured time is exact to the edge of the press.

struct Model: Equatable, Sendable {
    /// The time measured up to the last stop.
    var measured = Duration.zero
    var startedAt: Duration?
    /// The whole seconds of all runs.
    var seconds = 0
}

enum Event {
    case pressed(at: Duration)
    case second(isFirst: Bool)
    case reset
}

enum Effect {
    /// Waits for the next whole second.
    case wait(Duration)
    case count, stop
}

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .pressed(let time):
        if let start = model.startedAt {
            next.measured += time - start
            next.startedAt = nil
            // The timer is later than the edge of a press, so it may have counted a second too many.
            next.seconds = Int(next.measured.components.seconds)
            return .next(next, effects: [.stop])
        }
        next.startedAt = time
        return .next(next, effects: [.wait(.seconds(model.seconds + 1) - model.measured)])
    case .second(let isFirst):
        next.seconds += 1
        return .next(next, effects: isFirst ? [.count] : [])
    case .reset:
        return .next(Model(), effects: [.stop])
    }
}

func makeStopWatch(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let (timer, button) = (board.timer(), try board.button("start"))
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(timer.start(send: .second(isFirst: true)))
        .routeCase(Effect.count).to(timer.start(every: .seconds(1), send: .second(isFirst: false)))
        .routeCase(Effect.stop).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(board.events(button.pressed { .pressed(at: $0) }, button.held(send: .reset)))
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.led("running").view { .on(if: $0.startedAt != nil) })
    controller.connectView(try board.number("seconds").view(\.seconds))
    return controller
}

Board.run(wiring: "stop-watch", makeStopWatch)
