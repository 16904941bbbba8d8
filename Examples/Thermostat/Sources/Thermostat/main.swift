import Carillon

// A heating is on while the room is colder than a knob or the page says, with half a degree between on and off. Without a
// thermometer it is off, and a light blinks.

struct Model: Equatable, Sendable {
    var room: Double?
    var target = 20.0
    var isHeating = false

    /// In this range below the target, the heating stays as it is, so that it does not switch each second.
    static let hysteresis = 0.5
}
enum Event {
    case room(Double)
    case thermometerIsAbsent
    case turned(Int)
    case target(Double)
}

func update(model: Model, event: Event) -> Next<Model, Never> {
    var model = model
    switch event {
    case .room(let degrees): model.room = degrees
    case .thermometerIsAbsent: model.room = nil
    case .turned(let steps): model.target = min(max(model.target + Double(steps) / 2, 5), 25)
    case .target(let degrees): model.target = degrees
    }
    if let room = model.room {
        model.isHeating = room < (model.isHeating ? model.target : model.target - Model.hysteresis)
    } else {
        model.isHeating = false
    }
    return .next(model)
}

func makeThermostat(on board: Board) throws -> MobiusController<Model, Event, Never> {
    let room = try board.thermometer("room")
    let target = board.values.number("target", in: 5...25, step: 0.5, unit: " °C")
    let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Never, Event>().asConnectable)
        .withEventSource(
            board.events(
                room.changed { .room($0) }, room.absent(send: .thermometerIsAbsent),
                try board.encoder("target").turned { .turned($0) }, target.commanded { .target($0) })
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(target.view { $0.target })
    controller.connectView(try board.relay("heating").view(\.isHeating))
    controller.connectView(try board.led("light").view { $0.room == nil ? .blinking() : $0.isHeating ? .on : .off })
    return controller
}

Board.run(wiring: "thermostat", makeThermostat)
