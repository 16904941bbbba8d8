import Carillon

// An alarm clock: half an hour before the alarm, a lamp begins to dawn. A knob sets the alarm in steps of 5 minutes, and a
// switch arms it. A press of the button lets you sleep for 9 minutes more, and a long press ends the alarm of the day.

enum State { case asleep, dawn, ringing, snoozing }

struct Model: Equatable, Sendable {
    var now: TimeOfDay
    var alarm = TimeOfDay(hour: 7, minute: 0)
    var isArmed = false
    var state = State.asleep
}

enum Event {
    case minute(TimeOfDay)
    case turned(Int)
    case armed(Bool)
    case dawn, wake, snooze, ring, getUp
}

enum Effect { case ring, silence, wait, stopWaiting }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .minute(let time): next.now = time
    case .turned(let steps):
        next.alarm = model.alarm.adding(minutes: steps * 5)
        if model.state == .dawn { next.state = .asleep }
    case .dawn where model.state == .asleep: next.state = .dawn
    case .wake, .ring:
        next.state = .ringing
        return .next(next, effects: [.stopWaiting, .silence, .ring])
    case .snooze where model.state == .ringing:
        next.state = .snoozing
        return .next(next, effects: [.silence, .wait])
    case .armed(let isArmed):
        next.isArmed = isArmed
        next.state = .asleep
        return .next(next, effects: isArmed ? [] : [.silence, .stopWaiting])
    case .getUp:
        next.state = .asleep
        return .next(next, effects: [.silence, .stopWaiting])
    case .dawn, .snooze: return .noChange
    }
    return .next(next)
}

func makeAlarmClock(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let (clock, timer) = (board.clock, board.timer())
    let now = clock.now.time
    let (dawn, wake, snooze) = (clock.alarm("dawn"), clock.alarm(), try board.button("snooze"))
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.ring).to(try board.speaker.play("alarm", .alarm))
        .routeCase(Effect.silence).to(try board.speaker.stop("alarm"))
        .routeCase(Effect.wait).to(timer.start(.ring, after: .seconds(9 * 60)))
        .routeCase(Effect.stopWaiting).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            try board.events(
                clock.events(.every(.seconds(60))) { .minute($0.time.time) }, dawn.rings(.dawn), wake.rings(.wake),
                board.encoder("alarm").turned { .turned($0) }, board.switch("armed").changed { .armed($0) },
                snooze.pressed(.snooze), snooze.held(.getUp))
        )
        .makeController(from: Model(now: TimeOfDay(hour: now.hour, minute: now.minute)), on: board.queue)
    controller.connectView(dawn.showing { $0.isArmed ? .at($0.alarm.adding(minutes: -30)) : nil })
    controller.connectView(wake.showing { $0.isArmed ? .at($0.alarm) : nil })
    controller.connectView(
        try board.led("dawn").showing { model in
            model.state == .asleep ? .off : .blinking(on: .seconds(3600), fadeIn: .seconds(1800), times: 1)
        })
    controller.connectView(
        try board.display("time").showing(size: 2) { "\($0.now)\n\($0.isArmed ? "Alarm \($0.alarm)" : "")" })
    // An update of the box does not interrupt an alarm.
    controller.connectView(board.busy { $0.state == .ringing || $0.state == .snoozing })
    return controller
}

Board.run(wiring: "alarm-clock", makeAlarmClock)
