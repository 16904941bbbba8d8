import Carillon

// Two lights for a button: one is on while the button is pressed, the other changes with each press.

struct Model: Equatable, Sendable {
    var isPressed = false
    var isOn = false
}

enum Event {
    case changed(isPressed: Bool)
    case pressed
}

func update(model: Model, event: Event) -> Model {
    switch event {
    case .changed(let isPressed): Model(isPressed: isPressed, isOn: model.isOn)
    case .pressed: Model(isPressed: model.isPressed, isOn: !model.isOn)
    }
}

func makeButtonLight(on board: Board) throws -> MobiusController<Model, Event, Never> {
    let button = try board.button("button")
    let controller = Mobius.beginnerLoop(update: update)
        .withEventSource(board.events(button.changed { .changed(isPressed: $0) }, button.pressed(send: .pressed)))
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.led("pressed").view { .on(if: $0.isPressed) })
    controller.connectView(try board.led("lamp").view { .on(if: $0.isOn) })
    return controller
}

Board.run(wiring: "button-light", makeButtonLight)
