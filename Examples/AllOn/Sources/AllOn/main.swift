import Carillon

// While the button is pressed, the buzzer sounds and all three lights are on.

func makeAllOn(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
    let controller = Mobius.beginnerLoop { (_: Bool, isPressed: Bool) in isPressed }
        .withEventSource(try board.button("button").changed { $0 })
        .makeController(from: false, on: board.queue)
    for name in ["red", "amber", "green"] {
        controller.connectView(try board.led(name).view { .on(if: $0) })
    }
    controller.connectView(try board.buzzer("buzzer").view { .on(if: $0) })
    return controller
}

Board.run(wiring: "all-on", makeAllOn)
