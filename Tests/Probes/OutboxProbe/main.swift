import Carillon

// The counter in a fleet, for the tests of the outbox: they kill it.

func makeProbe(on board: Board) throws -> MobiusController<Int, Int, Never> {
    let controller = Mobius.loop(
        update: { (count: Int, event: Int) in .next(count + event) },
        effectHandler: EffectRouter<Never, Int>().asConnectable
    )
    .withEventSource(try board.button("plus").pressed(send: 1))
    .makeController(from: 0, on: board.queue)
    controller.connectView(try board.number("count"))
    return controller
}

Board.run(wiring: "counter", fleet: .withoutDiscovery, makeProbe)
