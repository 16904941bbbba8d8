import CarillonGPIO
import CarillonScheduling

/// A simulated HC-SR04, whose obstacle a text places: `20` for a distance in centimetres, `none` for no obstacle.
///
/// It answers half a millisecond after the end of a pulse on its trigger line. The times of its edges are those of an exact
/// module, even if the queue is late. Used on the queue only.
final class SimulatedEcho: SimulatedOperation {
    /// The time from the end of the trigger's pulse to the start of the echo. The module sends 8 cycles of 40 kHz in it.
    private static let delay = Duration.microseconds(500)
    /// The length of an echo without an obstacle.
    private static let longest = Duration.milliseconds(38)

    private struct State {
        var distance: Double? = 100
        var isPresent = true
        var isBusy = false
    }

    private let chip: SimulatedChip
    private let echo: String
    private let speed: Double
    private let queue: any Scheduler
    private let state: OnQueue<State>

    /// Puts a module on two lines.
    ///
    /// - Parameter speed: The speed of sound, in metres per second.
    init(on chip: SimulatedChip, trigger: String, echo: String, _ speed: Double, _ queue: any Scheduler) {
        (self.chip, self.echo, self.speed, self.queue) = (chip, echo, speed, queue)
        state = OnQueue(State(), on: queue)
        chip.add(self, at: .line(echo))
        chip.watchOutput(trigger) { [weak self] level in if level == .inactive { self?.answer() } }
    }

    func operate(_ text: String) -> Bool {
        guard text != "none" else {
            state.value.distance = nil
            return true
        }
        guard let distance = Double(text), (2...600).contains(distance) else { return false }
        state.value.distance = distance
        return true
    }

    func setPresence(_ isPresent: Bool) { state.value.isPresent = isPresent }

    private func answer() {
        guard state.value.isPresent, !state.value.isBusy else { return }
        state.value.isBusy = true
        let travel = state.value.distance.map { Duration.seconds($0 * 2 / 100 / speed) } ?? Self.longest
        let start = queue.now + Self.delay
        drive(.active, at: start)
        drive(.inactive, at: start + min(travel, Self.longest))
    }

    private func drive(_ level: Level, at time: Duration) {
        _ = queue.schedule(at: time) { [weak self] in
            guard let self else { return }
            // The line may have been closed, or its chip unplugged.
            try? chip.drive(echo, level, at: time)
            if level == .inactive { state.value.isBusy = false }
        }
    }
}
