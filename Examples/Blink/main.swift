import Carillon

// A light that blinks, and blinks quickly after a press.

func update(isQuick: Bool, isPressed: Bool) -> Bool { isPressed ? !isQuick : isQuick }

func makeBlink(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
    let controller = Mobius.beginnerLoop(update: update)
        .withEventSource(try board.button("button").changed { $0 })
        .makeController(from: false, on: board.queue)
    controller.connectView(
        try board.led("lamp").showing { isQuick in
            .blinking(on: .milliseconds(isQuick ? 100 : 1000), off: .milliseconds(isQuick ? 100 : 1000))
        })
    return controller
}

Board.run(wiring: "blink", makeBlink)
