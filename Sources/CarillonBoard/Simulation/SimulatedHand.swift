import CarillonGPIO
import CarillonRealTime

/// Presses the buttons of a simulated board, one at a time, each for twice as long as its contact may chatter.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
final class SimulatedHand: @unchecked Sendable {
    private let chip: SimulatedChip
    private let queue: any Scheduler
    private let onChange: @Sendable () -> Void
    private var waiting: ArraySlice<@Sendable () -> Void> = []
    private var isBusy = false

    /// - Parameters:
    ///   - chip: The chip of the buttons' lines.
    ///   - queue: That of the chip.
    ///   - onChange: Called after each press and release.
    init(chip: SimulatedChip, queue: any Scheduler, onChange: @escaping @Sendable () -> Void) {
        self.chip = chip
        self.queue = queue
        self.onChange = onChange
    }

    /// Presses and releases `button`, as soon as what came before is done. On the queue.
    func press(_ button: Wiring.Button) {
        perform { [self] in
            drive(button, .active)
            after(button.debounce * 2) { [self] in
                drive(button, .inactive)
                after(button.debounce * 2) { [self] in next() }
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
        // The button's line has been requested: it is there as long as the board is.
        try? chip.drive(button.line.name, level)
        onChange()
    }

    private func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) {
        _ = queue.schedule(at: queue.now + duration, body)
    }
}
