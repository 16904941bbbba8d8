import CarillonGPIO
import CarillonRealTime

/// Presses the buttons of a simulated board, one at a time, each for twice as long as its contact may chatter.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
final class SimulatedHand: @unchecked Sendable {
    private let chip: SimulatedChip
    private let queue: any Scheduler
    private let console: Console
    /// The buttons that are pressed or waiting to be.
    private var busy: [String] = []
    private var waiting: ArraySlice<@Sendable () -> Void> = []
    private var isBusy = false

    /// - Parameters:
    ///   - chip: The chip of the buttons' lines.
    ///   - queue: That of the chip.
    ///   - console: Is redrawn after each press and release.
    init(chip: SimulatedChip, queue: any Scheduler, console: Console) {
        self.chip = chip
        self.queue = queue
        self.console = console
    }

    /// Whether the last press of `button` is not over yet. On the queue.
    func isBusy(with button: Wiring.Button) -> Bool { busy.contains(button.name) }

    /// Presses and releases `button`, as soon as what came before is done. On the queue.
    func press(_ button: Wiring.Button) {
        busy.append(button.name)
        perform { [self] in
            drive(button, .active)
            after(button.debounce * 2) { [self] in
                drive(button, .inactive)
                after(button.debounce * 2) { [self] in
                    busy.removeFirst()
                    next()
                }
            }
        }
    }

    /// Calls `body` when all is done that came before. On the queue.
    func whenDone(_ body: @escaping @Sendable () -> Void) {
        perform { [self] in
            body()
            next()
        }
    }

    private func perform(_ action: @escaping @Sendable () -> Void) {
        waiting.append(action)
        if !isBusy { next() }
    }

    private func next() {
        isBusy = !waiting.isEmpty
        waiting.popFirst()?()
    }

    private func drive(_ button: Wiring.Button, _ level: Level) {
        do {
            try chip.drive(button.line.name, level)
            console.redraw()
        } catch {
            console.notice("\(error)", .error)
        }
    }

    private func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) {
        _ = queue.schedule(at: queue.now + duration, body)
    }
}
