import Carillon

// Four lights that are on in turn, each for 200 ms. The button reverses the direction.

enum Direction { case left, right }
enum Event { case turnRound }

func makeRunningLight(on board: Board) throws -> MobiusController<Direction, Event, Never> {
    let controller = Mobius.beginnerLoop { (direction: Direction, _: Event) in direction == .left ? .right : .left }
        .withEventSource(try board.button("turn").pressed(send: .turnRound))
        .makeController(from: .right, on: board.queue)
    for (index, name) in ["first", "second", "third", "fourth"].enumerated() {
        let drawings = ["-___", "_-__", "__-_", "___-"]
        controller.connectView(
            try board.led(name).view { direction in
                .sequence(drawings[direction == .right ? index : 3 - index], each: .milliseconds(200))
            })
    }
    return controller
}

Board.run(wiring: "running-light", makeRunningLight)
