/// A queue with a clock and timers. Code that has to wait uses a scheduler. It never sleeps, and never reads another clock.
///
/// Appliances run on a `RealTimeQueue`. Their tests use a `VirtualTime`, which they advance themselves.
/// `DispatchScheduler` is for code that runs on a `DispatchQueue`.
public protocol Scheduler: LoopQueue {
    /// The current time, counted from an unspecified start. The time never goes back. On a `RealTimeQueue` it is the kernel's
    /// `CLOCK_MONOTONIC`, the clock of the timestamps of GPIO edges. May be called from any thread.
    var now: Duration { get }

    /// Runs `work` on the queue, once, at `time`. If that time has passed, the work runs at once, but not inside this
    /// call.
    ///
    /// - Parameters:
    ///   - time: A time on the clock of `now`.
    ///   - work: Called on the queue.
    /// - Returns: A disposable that cancels the work and releases it. Disposing on the queue itself always prevents the work.
    ///   When it is disposed on another thread, the work may already be running.
    func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable

    /// Runs `work` on the queue at `start`, and each `period` after it.
    ///
    /// The times are always counted from `start`, so that late ticks cause no drift. Ticks whose time passes while the queue is
    /// busy are left out; the next tick reports their number.
    ///
    /// - Parameters:
    ///   - period: At least 1 µs; shorter periods count as 1 µs.
    ///   - start: The time of the first tick, on the clock of `now`; nil for one period from now.
    ///   - work: Called on the queue.
    /// - Returns: A disposable that ends the ticks, with the guarantees of `schedule(at:_:)`.
    func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (TimerTick) -> Void
    ) -> any Disposable & Sendable
}

extension Scheduler {
    /// Runs `work` on the queue every `period`. The first run is one period from now; see `every(_:startingAt:_:)`.
    public func every(
        _ period: Duration, _ work: @escaping @Sendable (TimerTick) -> Void
    ) -> any Disposable & Sendable {
        every(period, startingAt: nil, work)
    }
}

extension Scheduler {
    /// Calls `send` periodically as long as the queue runs its timers and its work. The calls are a heartbeat for a watchdog
    /// such as systemd's `WatchdogSec=`, which acts if the heartbeat stops.
    ///
    /// Each heartbeat needs a timer that fires, and work that this timer enqueues. A queue that is stuck in a handler, or
    /// whose timers or work no longer run, sends no heartbeat.
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
