/// A queue that knows the time: whatever waits is given one, and never calls a clock or sleeps.
///
/// `RealTimeQueue` is the one that an appliance runs on, `VirtualTime` the one that its tests turn by hand, and
/// `DispatchScheduler` lends one to code that lives on a `DispatchQueue`.
public protocol Scheduler: LoopQueue {
    /// The time now: since an unspecified start, and never going back. On a `RealTimeQueue` it is the kernel's
    /// `CLOCK_MONOTONIC`, the clock of the time stamps of GPIO edges. May be called from any thread.
    var now: Duration { get }

    /// Runs `work` on the queue, once, when `time` has come; at once, but not inside this call, if it has passed.
    ///
    /// - Parameters:
    ///   - time: A time of `now`'s clock.
    ///   - work: Called on the queue.
    /// - Returns: Disposed, the work is not run any more, and let go of. Disposing on the queue itself is certain to
    ///   prevent it; on another thread the work may just be running.
    func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable

    /// Runs `work` on the queue at `start`, and each `period` after it.
    ///
    /// The times are counted from `start`, however late a tick is run: they do not drift. Ticks whose time passes while
    /// the queue is busy are not made up for; the next one tells how many they are.
    ///
    /// - Parameters:
    ///   - period: At least a microsecond; what is less counts as one.
    ///   - start: When the first tick is due, a time of `now`'s clock; nil is a period from now.
    ///   - work: Called on the queue.
    /// - Returns: Disposed, there are no more ticks; as with `schedule(at:_:)`.
    func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Disposable & Sendable
}

extension Scheduler {
    /// Runs `work` on the queue each `period` from now on; see `every(_:startingAt:_:)`.
    public func every(
        _ period: Duration, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Disposable & Sendable {
        every(period, startingAt: nil, work)
    }
}
