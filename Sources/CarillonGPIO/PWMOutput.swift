/// An output whose hardware makes pulses: it is active at the beginning of each period, for as long as it is told.
///
/// A backend implements one of the two ways to set it. It belongs to the thread of the queue that its device lives on.
public protocol PWMOutput: AnyObject, Sendable {
    /// The time from the beginning of a pulse to that of the next one, as it was requested.
    var period: Duration { get }

    /// Has it active for this time of each period.
    ///
    /// - Parameter dutyCycle: In nanoseconds, from 0 to the period. What is less or more counts as these.
    /// - Throws: `GPIOError.system` if the kernel refuses.
    func set(dutyCycle: Duration) throws(GPIOError)

    /// Has it active for this share of each period, for hardware that has no times.
    ///
    /// - Parameter share: From 0 to 1. What is less or more counts as these, what is no number as 0.
    /// - Throws: `GPIOError.system` if the kernel refuses.
    func set(_ share: Double) throws(GPIOError)

    /// Puts it into its safe state and gives it back. Call once, as the last thing.
    ///
    /// - Throws: `GPIOError.system` if the kernel refuses: the channel is given back, but may not be safe.
    func close() throws(GPIOError)
}

extension PWMOutput {
    /// 1 ms: no eye sees such pulses, and every LED driver keeps up.
    public var period: Duration { .milliseconds(1) }

    public func set(dutyCycle: Duration) throws(GPIOError) { try set(dutyCycle / period) }

    public func set(_ share: Double) throws(GPIOError) {
        try set(dutyCycle: period * (share > 0 ? min(share, 1) : 0))
    }
}
