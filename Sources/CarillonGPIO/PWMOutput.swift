/// An output whose hardware switches it on and off thousands of times a second, so that it is on for a share of the time.
///
/// It belongs to the thread of the queue that its part lives on.
public protocol PWMOutput: AnyObject, Sendable {
    /// Has it on for this share of the time, from 0 to 1.
    ///
    /// - Throws: `GPIOError.system` if the kernel refuses.
    func set(_ share: Double) throws(GPIOError)

    /// Puts it into its safe state and gives it back. Call once, as the last thing.
    ///
    /// - Throws: `GPIOError.system` if the kernel refuses: the channel is given back, but may not be safe.
    func close() throws(GPIOError)
}
