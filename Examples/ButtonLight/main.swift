import Carillon

// Two lights for one button: one is lit while it is pressed, the other changes with each press.

struct Model: Equatable, Sendable {
    var isPressed = false
    var isOn = false
}

func update(model: Model, isPressed: Bool) -> Model {
    Model(isPressed: isPressed, isOn: isPressed ? !model.isOn : model.isOn)
}

func makeButtonLight(on board: Board) throws -> MobiusController<Model, Bool, Never> {
    let controller = Mobius.beginnerLoop(update: update)
        .withEventSource(try board.button("button").changed { $0 })
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.led("pressed").showing { .steady($0.isPressed) })
    controller.connectView(try board.led("lamp").showing { .steady($0.isOn) })
    return controller
}

Board.run(wiring: "button-light", makeButtonLight)
