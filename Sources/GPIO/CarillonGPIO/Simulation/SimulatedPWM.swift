/// A PWM channel simulated in memory. The simulated chip reports the last duty cycle that was set.
///
/// `@unchecked Sendable`: used on one thread only, as its protocol requires.
final class SimulatedPWM: PWMOutput, @unchecked Sendable {
    private(set) var period: Duration
    private(set) var dutyCycle: Duration
    private(set) var isClosed = false
    private let safeLevel: Level

    init(period: Duration, settings: OutputSettings) {
        self.period = period
        safeLevel = settings.safeLevel
        dutyCycle = settings.initialLevel == .active ? period : .zero
    }

    func set(dutyCycle: Duration) { self.dutyCycle = min(max(dutyCycle, .zero), period) }

    func set(dutyCycle: Duration, period: Duration) {
        self.period = period
        set(dutyCycle: dutyCycle)
    }

    func close() {
        dutyCycle = safeLevel == .active ? period : .zero
        isClosed = true
    }
}
