import Carillon
import Synchronization

@testable import CarillonBoard

/// An application on a simulated board in virtual time.
struct Bench {
    let board: Board
    let output: SimulatedOutput
    private let chip: SimulatedChip
    private let time = VirtualTime()
    private let wiring: Wiring
    /// A controller stops when nobody holds it any more.
    private let controller: AnyObject
    private let seenAndHeard = Memory()

    private final class Memory: Sendable {
        let changes = Mutex<[PartChange]>([])
    }

    init<Model, Event, Effect>(
        wiring name: String, _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        let description = try BoardDescription.named("simulated")
        wiring = try Wiring.named(name).placed(on: description)
        chip = SimulatedChip(lineNames: description.lineNames, time: time)
        output = SimulatedOutput(pacedBy: time)
        let observer = PartObserver { [seenAndHeard] change in
            seenAndHeard.changes.withLock { $0.append(change) }
        }
        board = try Board(
            description, wiring: wiring, chip: chip, engine: AudioEngine(output: output), queue: time,
            observer: observer)
        let controller = try makeController(board)
        self.controller = controller
        controller.start()
        time.advance(by: .zero)
    }

    /// What was seen and heard so far.
    var changes: [PartChange] { seenAndHeard.changes.withLock { $0 } }

    /// The names of the LEDs that are lit.
    var lit: Set<String> {
        Set(wiring.leds.filter { chip.level(of: $0.line.name) == .active }.map(\.name))
    }

    func advance(by duration: Duration) { time.advance(by: duration) }

    func drive(_ button: String, _ level: Level) throws {
        try chip.drive(wiring.buttons.first { $0.name == button }!.line.name, level)
    }

    /// Presses the button for 80 ms, and lets 80 ms pass after it.
    func press(_ button: String) throws {
        try drive(button, .active)
        advance(by: .milliseconds(80))
        try drive(button, .inactive)
        advance(by: .milliseconds(80))
    }
}
