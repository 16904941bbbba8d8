/// An output whose hardware generates pulses. It is active from the start of each period, for the duration of the duty
/// cycle.
///
/// Use an output only on the thread of its device's queue.
public protocol PWMOutput: AnyObject, Sendable {
    /// The time from the start of a pulse to the start of the next one, as requested.
    var period: Duration { get }

    /// Sets the duty cycle as a duration: the time for which the output is active in each period.
    ///
    /// - Parameter dutyCycle: From 0 to the period, in steps of 1 ns. Values outside are clamped.
    /// - Throws: `GPIOError.system` if the kernel refuses.
    func set(dutyCycle: Duration) throws(GPIOError)

    /// Sets the duty cycle and the period, for tones. Some chips have one period for all their channels.
    ///
    /// - Parameters:
    ///   - dutyCycle: From 0 to the period, in steps of 1 ns. Values outside are clamped.
    ///   - period: At least 1 ns, in steps of 1 ns. The default implementation supports only the period of the request.
    /// - Throws: `GPIOError.system` if the output or the kernel refuses.
    func set(dutyCycle: Duration, period: Duration) throws(GPIOError)

    /// Sets the safe state and releases the output. Call once, as the last call.
    ///
    /// - Throws: `GPIOError.system` if the kernel refuses. The channel is then released, but may not be safe.
    func close() throws(GPIOError)
}

extension PWMOutput {
    /// A period of 1 ms: too short to be visible, and long enough for every LED driver.
    public var period: Duration { .milliseconds(1) }

    /// Sets the duty cycle of an output whose period cannot change.
    ///
    /// - Throws: `GPIOError.system` for another period.
    public func set(dutyCycle: Duration, period: Duration) throws(GPIOError) {
        // 95 is EOPNOTSUPP.
        guard period == self.period else { throw .system(operation: "changing the period of a PWM channel", errno: 95) }
        try set(dutyCycle: dutyCycle)
    }
}
