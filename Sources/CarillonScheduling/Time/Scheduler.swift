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
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Disposable & Sendable
}

extension Scheduler {
    /// Runs `work` on the queue each `period`, first one period from now; see `every(_:startingAt:_:)`.
    public func every(
        _ period: Duration, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Disposable & Sendable {
        every(period, startingAt: nil, work)
    }
}
