import Carillon
import CarillonMemory

// A pump waters a plant for 5 s when its soil is dry, then lets the water sink in for 10 min. If the soil is still dry after three
// times, the tank is empty or the tube is off: the pump stays off, and a light blinks until the button is pressed. A fault while
// the pump runs counts as a time, so that a loose contact or a power cut does not flood the plant.

enum Phase: Codable, Equatable, Sendable {
    case idle
    case pumping(times: Int)
    case sinking(times: Int)
    case failed
}
struct Model: Equatable, Sendable {
    var phase = Phase.idle
    /// nil while the sensor is absent.
    var isDry: Bool?

    var isPumping: Bool { if case .pumping = phase { true } else { false } }
}
enum Event {
    case soil(isWet: Bool)
    case sensorIsAbsent, fault, timeIsUp, pressed
}
enum Effect { case wait(Duration) }

/// Begins after a start, such as after a power cut. Water of an earlier run first sinks in.
func begin(with model: Model) -> First<Model, Effect> {
    switch model.phase {
    case .pumping(let times), .sinking(let times):
        First(model: Model(phase: .sinking(times: times)), effects: [.wait(.seconds(600))])
    case .idle, .failed: First(model: model)
    }
}

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var model = model
    switch event {
    case .soil(let isWet): model.isDry = !isWet
    case .sensorIsAbsent: model.isDry = nil
    case .fault, .timeIsUp, .pressed: break
    }
    let isDry = model.isDry
    func next(_ phase: Phase, _ effects: Effect...) -> Next<Model, Effect> {
        .next(Model(phase: phase, isDry: isDry), effects: effects)
    }
    switch (model.phase, event) {
    case (.idle, .soil), (.failed, .pressed):
        return isDry == true ? next(.pumping(times: 1), .wait(.seconds(5))) : next(.idle)
    case (.pumping(let times), .timeIsUp), (.pumping(let times), .sensorIsAbsent), (.pumping(let times), .fault):
        return next(.sinking(times: times), .wait(.seconds(600)))
    case (.sinking(let times), .timeIsUp):
        guard let isDry else { return next(.sinking(times: times), .wait(.seconds(600))) }
        guard isDry else { return next(.idle) }
        return times < 3 ? next(.pumping(times: times + 1), .wait(.seconds(5))) : next(.failed)
    default: return .next(model)
    }
}

func makePlantWatering(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let soil = try board.analog("soil")
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(board.timer().start(send: .timeIsUp))
        .asConnectable
    let controller = try Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                soil.crossed(0.4, hysteresis: 0.1) { .soil(isWet: $0) }, soil.absent(send: .sensorIsAbsent),
                board.chipPresence { _ in .fault }, try board.button("button").pressed(send: .pressed))
        )
        .makeController(from: Model(), remembering: \.phase, as: "phase", initiate: begin, on: board)
    controller.connectView(try board.relay("pump").view(\.isPumping))
    controller.connectView(try board.led("light").view { $0.phase == .failed ? .blinking() : .off })
    return controller
}

Board.run(wiring: "plant-watering", makePlantWatering)
