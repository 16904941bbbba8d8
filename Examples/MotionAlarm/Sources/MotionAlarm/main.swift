import Carillon

// An alarm: while it is armed, motion leaves 10 s to disarm it before the siren sounds.

enum Model: Equatable, Sendable { case disarmed, armed, warned, ringing }

enum Event {
    case armed(Bool)
    case motion, timeIsUp
}

enum Effect { case wait, stopWaiting }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    switch (model, event) {
    case (_, .armed(false)): .next(.disarmed, effects: [.stopWaiting])
    case (.disarmed, .armed(true)): .next(.armed)
    case (.armed, .motion): .next(.warned, effects: [.wait])
    case (.warned, .timeIsUp): .next(.ringing)
    default: .noChange
    }
}

func makeMotionAlarm(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let timer = board.timer()
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(timer.start(after: .seconds(10), send: .timeIsUp))
        .routeCase(Effect.stopWaiting).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                try board.switch("armed").changed { .armed($0) }, try board.sensor("hall").detected(send: .motion))
        )
        .makeController(from: .disarmed, on: board.queue)
    controller.connectView(
        try board.led("state").view { model in
            switch model {
            case .disarmed: .off
            case .armed: .on
            case .warned, .ringing: .blinking(on: .milliseconds(200), off: .milliseconds(200))
            }
        })
    controller.connectView(try board.buzzer("siren").view { .on(if: $0 == .ringing) })
    return controller
}

Board.run(wiring: "motion-alarm", makeMotionAlarm)
