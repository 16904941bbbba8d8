import Carillon

// Traffic lights at a pedestrian crossing: green until the button is pressed, with a buzzer during red.

enum Phase: Equatable, Sendable { case green, amber, red, redAndAmber }
enum Event { case pedestrian, timeIsUp }
enum Effect { case wait(Duration) }

func update(phase: Phase, event: Event) -> Next<Phase, Effect> {
    switch (phase, event) {
    case (.green, .pedestrian): .next(.amber, effects: [.wait(.seconds(3))])
    case (.amber, .timeIsUp): .next(.red, effects: [.wait(.seconds(10))])
    case (.red, .timeIsUp): .next(.redAndAmber, effects: [.wait(.seconds(2))])
    case (.redAndAmber, .timeIsUp): .next(.green)
    default: .noChange
    }
}

func makeTrafficLights(on board: Board) throws -> MobiusController<Phase, Event, Effect> {
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(board.timer().start(send: .timeIsUp))
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(try board.button("crossing").pressed(send: .pedestrian))
        .makeController(from: .green, on: board.queue)
    controller.connectView(try board.led("red").view { .on(if: $0 == .red || $0 == .redAndAmber) })
    controller.connectView(try board.led("amber").view { .on(if: $0 == .amber || $0 == .redAndAmber) })
    controller.connectView(try board.led("green").view { .on(if: $0 == .green) })
    controller.connectView(
        try board.buzzer("walk").view { phase in
            phase == .red ? .blinking(on: .milliseconds(100), off: .milliseconds(400)) : .off
        })
    return controller
}

Board.run(wiring: "traffic-lights", makeTrafficLights)
