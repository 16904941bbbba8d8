import Carillon
import Screens

// An alarm clock: half an hour before the alarm, a lamp begins to dawn, and the alarm gets louder for a minute. A display and a
// knob set the alarm in steps of 5 minutes and arm it; the page sets it to the minute. A press of the button lets you sleep for
// 9 minutes more, and a long press ends the alarm of the day.

enum State { case asleep, dawn, ringing, snoozing }

struct Model: Equatable, Sendable {
    var now: TimeOfDay
    var alarm: TimeOfDay = "07:00"
    var isArmed = false
    var state = State.asleep
}

enum Event {
    case minute(TimeOfDay)
    case alarm(TimeOfDay)
    case armed(Bool)
    case dawn, wake, snooze, ring, getUp
}

enum Effect { case ring, silence, wait, stopWaiting }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .minute(let time): next.now = time
    case .alarm(let time):
        next.alarm = time
        if model.state == .dawn { next.state = .asleep }
    case .dawn where model.state == .asleep: next.state = .dawn
    case .wake, .ring:
        next.state = .ringing
        return .next(next, effects: [.stopWaiting, .silence, .ring])
    case .snooze where model.state == .ringing:
        next.state = .snoozing
        return .next(next, effects: [.silence, .wait])
    case .armed(let isArmed):
        (next.isArmed, next.state) = (isArmed, .asleep)
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
    let (dawn, wake, snooze) = (clock.alarm("dawn"), clock.alarm(), try board.button("snooze"))
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.ring).to(try board.speaker.handler("alarm", .alarm))
        .routeCase(Effect.silence).to(try board.speaker.handler(stopping: "alarm"))
        .routeCase(Effect.wait).to(timer.start(after: .seconds(9 * 60), send: .ring))
        .routeCase(Effect.stopWaiting).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            try board.events(
                clock.events(.every(.seconds(60))) { .minute($0.time.time) }, dawn.rings(send: .dawn),
                wake.rings(send: .wake), board.values.time("wake up").commanded { .alarm($0) },
                snooze.pressed(send: .snooze), snooze.held(send: .getUp))
        )
        .makeController(from: Model(now: clock.now.time), on: board.queue)
    controller.connectView(board.values.time("wake up").view { $0.alarm })
    controller.connectView(dawn.view { $0.isArmed ? .at($0.alarm.adding(minutes: -30)) : nil })
    controller.connectView(wake.view { $0.isArmed ? .at($0.alarm) : nil })
    controller.connectView(
        try board.led("dawn").view { $0.state == .asleep ? .off : .dimmed(to: 1, over: .seconds(1800)) })
    controller.connectView(
        board.speaker.volume(of: .alarm).view(over: .seconds(60)) { $0.state == .ringing ? .full : .percent(40) })
    controller.connectView(
        try board.screen("clock").control(by: board.encoder("knob")).view { model in
            Text(time: model.now).font(.largeTitle)
            Stepper("Alarm", value: Binding(model.alarm, send: Event.alarm))
            Toggle("Armed", isOn: Binding(model.isArmed, send: Event.armed))
        })
    // An update of the box does not interrupt an alarm.
    controller.connectView(board.busy { $0.state == .ringing || $0.state == .snoozing })
    return controller
}

Board.run(wiring: "alarm-clock", makeAlarmClock)
