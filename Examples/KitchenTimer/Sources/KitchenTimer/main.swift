import Carillon

// A kitchen timer: one button adds a minute, the other starts and stops the timer. A light blinks while it runs. It
// beeps each minute and sounds when the time is up.

struct Model: Equatable, Sendable {
    var seconds = 0
    var isRunning = false

    /// The minutes that have begun.
    var minutes: Int { (seconds + 59) / 60 }
}

enum Event { case addMinute, startOrStop, reset, tick }
enum Effect { case run, stop, beep, ring }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .addMinute:
        next.seconds += 60
        return .next(next)
    case .startOrStop where model.isRunning:
        next.isRunning = false
        return .next(next, effects: [.stop])
    case .startOrStop:
        guard model.seconds > 0 else { return .dispatchEffects([.beep]) }
        next.isRunning = true
        return .next(next, effects: [.run])
    case .reset:
        return .next(Model(), effects: [.stop])
    case .tick where model.seconds > 1:
        next.seconds -= 1
        return .next(next, effects: next.seconds % 60 == 0 ? [.beep] : [])
    case .tick:
        return .next(Model(), effects: [.stop, .ring])
    }
}

func makeKitchenTimer(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let (timer, buzzer) = (board.timer(), try board.buzzer("buzzer"))
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.run).to(timer.start(every: .seconds(1), send: .tick))
        .routeCase(Effect.stop).to(timer.stop())
        .routeCase(Effect.beep).to(buzzer.handler(.blinking(on: .milliseconds(50), times: 1)))
        .routeCase(Effect.ring).to(buzzer.handler(.sequence("-_-_-___", each: .milliseconds(100), times: 20)))
        .asConnectable
    let start = try board.button("start")
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                try board.button("minute").pressed(repeating: true, send: .addMinute),
                start.clicked(send: .startOrStop),
                start.held(for: .seconds(2), send: .reset))
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(
        try board.led("light").view { model in
            model.isRunning ? .blinking(on: .milliseconds(500), off: .milliseconds(500)) : .off
        })
    controller.connectView(try board.number("minutes").view(\.minutes))
    return controller
}

Board.run(wiring: "kitchen-timer", makeKitchenTimer)
