import Carillon
import Glibc

// The counter with a fault: its minus button makes the loop hang, for the tests of the watchdog. It can join a fleet.

enum ProbeEvent { case increment, hang }

func update(count: Int, event: ProbeEvent) -> Next<Int, Never> {
    switch event {
    case .increment: return .next(count + 1)
    case .hang:
        write(STDERR_FILENO, "hangs\n", 6)
        while true { pause() }
    }
}

func makeProbe(on board: Board) throws -> MobiusController<Int, ProbeEvent, Never> {
    let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Never, ProbeEvent>().asConnectable)
        .withEventSource(try board.buttons(["plus": .increment, "minus": .hang]))
        .makeController(from: 0, on: board.queue)
    controller.connectView(try board.number("count"))
    return controller
}

Board.run(wiring: "counter", fleet: .withoutDiscovery, makeProbe)
