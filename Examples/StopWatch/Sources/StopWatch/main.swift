import Carillon

// A stop watch: a click starts and stops it, holding the button resets it. The seconds are shown in binary. The
// measured time is exact to the edge of the press.

struct Model: Equatable, Sendable {
    /// The time measured up to the last stop.
    var measured = Duration.zero
    var startedAt: Duration?
    var seconds = 0
}

enum Event {
    case pressed(at: Duration)
    case tick, reset
}

enum Effect { case run, stop }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .pressed(let time):
        if let start = model.startedAt {
            next.measured += time - start
            next.startedAt = nil
            return .next(next, effects: [.stop])
        }
        next.startedAt = time
        return .next(next, effects: [.run])
    case .tick:
        next.seconds += 1
        return .next(next)
    case .reset:
        return .next(Model(), effects: [.stop])
    }
}

func makeStopWatch(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let (timer, button) = (board.timer(), try board.button("start"))
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.run).to(timer.start(.tick, every: .seconds(1)))
        .routeCase(Effect.stop).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(board.events(button.pressed { .pressed(at: $0) }, button.held(.reset)))
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.led("running").showing { .steady($0.startedAt != nil) })
    controller.connectView(try board.number("seconds").showing(\.seconds))
    return controller
}

Board.run(wiring: "stop-watch", makeStopWatch)
