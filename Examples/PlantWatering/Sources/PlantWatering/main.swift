import Carillon

// A pump waters a plant for 5 s when its soil is dry, then lets the water sink in for 10 min. If the soil is still dry after three
// times, the tank is empty or the tube is off: the pump stays off, and a light blinks until the button is pressed.

enum Phase: Equatable, Sendable {
    case idle
    case pumping(times: Int)
    case sinking(times: Int)
    case failed
}
struct Model: Equatable, Sendable {
    var phase = Phase.idle
    var isDry = false

    var isPumping: Bool { if case .pumping = phase { true } else { false } }
}
enum Event {
    case soil(isWet: Bool)
    case sensorIsAbsent, timeIsUp, pressed
}
enum Effect {
    case wait(Duration)
    case stopWaiting
}

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var model = model
    switch event {
    case .soil(let isWet): model.isDry = !isWet
    case .sensorIsAbsent: model.isDry = false
    case .timeIsUp, .pressed: break
    }
    func next(_ phase: Phase, _ effects: Effect...) -> Next<Model, Effect> {
        .next(Model(phase: phase, isDry: model.isDry), effects: effects)
    }
    switch (model.phase, event) {
    case (.idle, .soil), (.failed, .pressed):
        return model.isDry ? next(.pumping(times: 1), .wait(.seconds(5))) : next(.idle)
    case (.pumping, .sensorIsAbsent): return next(.idle, .stopWaiting)
    case (.pumping(let times), .timeIsUp): return next(.sinking(times: times), .wait(.seconds(600)))
    case (.sinking(let times), .timeIsUp):
        guard model.isDry else { return next(.idle) }
        return times < 3 ? next(.pumping(times: times + 1), .wait(.seconds(5))) : next(.failed)
    default: return .next(model)
    }
}

func makePlantWatering(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let (soil, timer) = (try board.analog("soil"), board.timer())
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(timer.start(.timeIsUp))
        .routeCase(Effect.stopWaiting).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                soil.isAbove(0.4, hysteresis: 0.1) { .soil(isWet: $0) }, soil.absent(.sensorIsAbsent),
                try board.button("button").pressed(.pressed))
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.relay("pump").switching(\.isPumping))
    controller.connectView(try board.led("light").showing { $0.phase == .failed ? .blinking() : .off })
    return controller
}

Board.run(wiring: "plant-watering", makePlantWatering)
