/// A PWM channel made of memory: the simulated chip tells what it was told last.
///
/// `@unchecked Sendable`: used on one thread alone, as its protocol demands.
final class SimulatedPWM: PWMOutput, @unchecked Sendable {
    let period: Duration
    private(set) var dutyCycle: Duration
    private(set) var isClosed = false
    private let safeLevel: Level

    init(period: Duration, settings: OutputSettings) {
        self.period = period
        safeLevel = settings.safeLevel
        dutyCycle = settings.initialLevel == .active ? period : .zero
    }

    func set(dutyCycle: Duration) { self.dutyCycle = min(max(dutyCycle, .zero), period) }

    func close() {
        dutyCycle = safeLevel == .active ? period : .zero
        isClosed = true
    }
}
