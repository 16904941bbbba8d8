import Carillon
import CarillonAppliance

// A counter with an outlet of its own: the example of CONTRIBUTING.md.

func makeProbe(on board: Board) throws -> MobiusController<Int, Int, Never> {
    let controller = Mobius.loop(
        update: { (count: Int, event: Int) in .next(count + event) },
        effectHandler: EffectRouter<Never, Int>().asConnectable
    )
    .withEventSource(try board.buttons(["plus": 1, "minus": -1]))
    .makeController(from: 0, on: board.queue)
    controller.connectView(try board.number("count"))
    return controller
}

Board.run("counter", outlets: Outlets.all + [ChangesOutlet.self], makeProbe)
