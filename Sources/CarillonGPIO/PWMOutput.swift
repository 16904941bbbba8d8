/// An output whose hardware makes pulses: it is active at the beginning of each period, for as long as it is told.
///
/// It belongs to the thread of the queue that its device lives on.
public protocol PWMOutput: AnyObject, Sendable {
    /// The time from the beginning of a pulse to that of the next one, as it was requested.
    var period: Duration { get }

    /// Has it active for this time of each period.
    ///
    /// - Parameter dutyCycle: In nanoseconds, from 0 to the period. What is less or more counts as these.
    /// - Throws: `GPIOError.system` if the kernel refuses.
    func set(dutyCycle: Duration) throws(GPIOError)

    /// Puts it into its safe state and gives it back. Call once, as the last thing.
    ///
    /// - Throws: `GPIOError.system` if the kernel refuses: the channel is given back, but may not be safe.
    func close() throws(GPIOError)
}
