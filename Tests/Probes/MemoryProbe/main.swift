import Carillon
import CarillonMemory

// The counter that remembers its count, for the tests of the whole program. From 13 on, it crashes.

enum ProbeEvent { case increment, decrement }

func makeProbe(on board: Board) throws -> MobiusController<Int, ProbeEvent, Never> {
    let controller = try Mobius.beginnerLoop { (count: Int, event: ProbeEvent) in
        precondition(count < 13)
        return count + (event == .increment ? 1 : -1)
    }
    .withEventSource(try board.buttons(["plus": .increment, "minus": .decrement]))
    .makeController(from: 0, remembering: "count", on: board)
    controller.connectView(try board.number("count"))
    return controller
}

Board.run(wiring: "counter", makeProbe)
