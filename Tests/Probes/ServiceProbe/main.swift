import Carillon
import Glibc

// The counter with two faults, for the tests of services. Its minus button makes the loop hang. At 6, it
// saves its count, and fails. It can join a fleet.

enum ProbeEvent { case increment, hang }
enum ProbeEffect { case save }
struct DiskIsFull: Error {}

func update(count: Int, event: ProbeEvent) -> Next<Int, ProbeEffect> {
    switch event {
    case .increment: return .next(count + 1, effects: count == 5 ? [.save] : [])
    case .hang:
        write(STDERR_FILENO, "hangs\n", 6)
        while true { pause() }
    }
}

func makeProbe(on board: Board) throws -> MobiusController<Int, ProbeEvent, ProbeEffect> {
    let effectHandler = EffectRouter<ProbeEffect, ProbeEvent>()
        .routeCase(ProbeEffect.save).to { throw DiskIsFull() }
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(try board.buttons(["plus": .increment, "minus": .hang]))
        .makeController(from: 0, on: board.queue)
    controller.connectView(try board.number("count"))
    return controller
}

Board.run(wiring: "counter", fleet: .withoutDiscovery, makeProbe)
