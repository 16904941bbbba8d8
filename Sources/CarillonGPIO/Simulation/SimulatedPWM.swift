import CarillonScheduling

/// A PWM channel made of memory: the simulated chip tells what it was told last.
final class SimulatedPWM: PWMOutput {
    private struct State {
        var dutyCycle: Duration
        var isClosed = false
    }

    let period: Duration
    private let safeLevel: Level
    /// Unsafe for the compiler only: `OnQueue` checks it.
    nonisolated(unsafe) private var state: OnQueue<State>

    init(period: Duration, settings: OutputSettings, queue: any Scheduler) {
        self.period = period
        safeLevel = settings.safeLevel
        state = OnQueue(State(dutyCycle: settings.initialLevel == .active ? period : .zero), on: queue)
    }

    var dutyCycle: Duration { state.value.dutyCycle }
    var isClosed: Bool { state.value.isClosed }

    func set(dutyCycle: Duration) { state.value.dutyCycle = min(max(dutyCycle, .zero), period) }

    func close() {
        state.value.dutyCycle = safeLevel == .active ? period : .zero
        state.value.isClosed = true
    }
}
