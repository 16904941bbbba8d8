import Carillon

// A fan turns as fast as the temperature requires: from 50 degrees on, at full speed from 75. It goes on until 45 degrees, so that
// it does not start again and again. Without the thermometer it turns at full speed, and a light blinks.

struct Model: Equatable, Sendable {
    var temperature: Double?
    var speed = 1.0

    static let (off, on, full) = (45.0, 50.0, 75.0)
}

enum Event {
    case temperature(Double)
    case thermometerIsAbsent
}

func update(model: Model, event: Event) -> Next<Model, Never> {
    var model = model
    switch event {
    case .temperature(let degrees):
        let isTurning = degrees >= (model.speed > 0 ? Model.off : Model.on)
        model.speed = isTurning ? min(max((degrees - Model.off) / (Model.full - Model.off), 0.2), 1) : 0
        model.temperature = degrees
    case .thermometerIsAbsent:
        model = Model()
    }
    return .next(model)
}

func makeFanControl(on board: Board) throws -> MobiusController<Model, Event, Never> {
    let processor = try board.thermometer("processor")
    let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Never, Event>().asConnectable)
        .withEventSource(
            board.events(processor.changed(by: 1) { .temperature($0) }, processor.absent(send: .thermometerIsAbsent))
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.fan("case").view(\.speed))
    controller.connectView(try board.led("warning").view { $0.temperature == nil ? .blinking() : .off })
    return controller
}

Board.run(wiring: "fan-control", makeFanControl)
