import Carillon

// A light that blinks. Each press changes between slow and quick.

enum Event { case pressed }

func update(isQuick: Bool, event: Event) -> Bool { !isQuick }

func makeBlink(on board: Board) throws -> MobiusController<Bool, Event, Never> {
    let controller = Mobius.beginnerLoop(update: update)
        .withEventSource(try board.button("button").pressed(send: .pressed))
        .makeController(from: false, on: board.queue)
    controller.connectView(
        try board.led("lamp").view { isQuick in
            .blinking(on: .milliseconds(isQuick ? 100 : 1000), off: .milliseconds(isQuick ? 100 : 1000))
        })
    return controller
}

Board.run(wiring: "blink", makeBlink)
