extension Scheduler {
    /// Proves again and again that the queue turns: for a watchdog that acts when the proof fails to come, such as
    /// systemd's `WatchdogSec=`.
    ///
    /// Each time a timer is to end and then work that it enqueues is to be run. A queue that is stuck in a handler, or
    /// whose timers or work no longer come, gives no proof.
    ///
    /// - Parameters:
    ///   - timeout: How long the watchdog waits; a proof is given twice in this time, as sd_watchdog_enabled(3) advises.
    ///   - proof: Called on the queue. It tells the watchdog, without waiting for it.
    /// - Returns: Disposed, no more proof is given.
    public func proveTurning(
        within timeout: Duration, _ proof: @escaping @Sendable () -> Void
    ) -> any Disposable & Sendable {
        every(timeout / 2, startingAt: now) { [weak self] _ in self?.async(proof) }
    }
}
