/// An output whose hardware generates pulses. It is active from the start of each period, for the duration of the duty
/// cycle.
///
/// A backend implements one of the two `set` methods. An output belongs to the thread of its device's queue.
public protocol PWMOutput: AnyObject, Sendable {
    /// The time from the start of a pulse to the start of the next one, as requested.
    var period: Duration { get }

    /// Sets the duty cycle as a duration: the time for which the output is active in each period.
    ///
    /// - Parameter dutyCycle: In nanoseconds, from 0 to the period. Values outside are clamped.
    /// - Throws: `GPIOError.system` if the kernel refuses.
    func set(dutyCycle: Duration) throws(GPIOError)

    /// Sets the duty cycle as a share of the period, for hardware without times.
    ///
    /// - Parameter share: From 0 to 1. Values outside are clamped; NaN counts as 0.
    /// - Throws: `GPIOError.system` if the kernel refuses.
    func set(_ share: Double) throws(GPIOError)

    /// Sets the safe state and releases the output. Call once, as the last call.
    ///
    /// - Throws: `GPIOError.system` if the kernel refuses. The channel is then released, but may not be safe.
    func close() throws(GPIOError)
}

extension PWMOutput {
    /// A period of 1 ms: too short to be visible, and long enough for every LED driver.
    public var period: Duration { .milliseconds(1) }

    public func set(dutyCycle: Duration) throws(GPIOError) { try set(dutyCycle / period) }

    public func set(_ share: Double) throws(GPIOError) {
        try set(dutyCycle: period * (share > 0 ? min(share, 1) : 0))
    }
}
