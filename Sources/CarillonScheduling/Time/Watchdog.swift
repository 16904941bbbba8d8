extension Scheduler {
    /// Calls `send` periodically as long as the queue runs its timers and its work. The calls are a heartbeat for a watchdog
    /// such as systemd's `WatchdogSec=`, which acts if the heartbeat stops.
    ///
    /// Each heartbeat needs a timer that fires and work that this timer enqueues. A queue that is stuck in a handler,
    /// or whose timers or work no longer run, sends no heartbeat.
    ///
    /// - Parameters:
    ///   - timeout: The watchdog's timeout. `send` is called every half of this time, as sd_watchdog_enabled(3) advises.
    ///   - send: Notifies the watchdog, without waiting for it. Called on the queue.
    /// - Returns: A disposable that ends the heartbeat.
    public func sendHeartbeats(
        within timeout: Duration, _ send: @escaping @Sendable () -> Void
    ) -> any Disposable & Sendable {
        every(timeout / 2, startingAt: now) { [weak self] _ in self?.async(send) }
    }
}
