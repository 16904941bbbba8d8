import MobiusCore

/// A queue that knows the time: whatever waits is given one, and never calls a clock or sleeps.
///
/// `RealTimeQueue` is the one that an appliance runs on, `VirtualTime` the one that its tests turn by hand.
public protocol Scheduler: LoopQueue {
    /// The time now: since an unspecified start, and never going back. On a `RealTimeQueue` it is the kernel's
    /// `CLOCK_MONOTONIC`, the clock of the time stamps of GPIO edges. May be called from any thread.
    var now: Duration { get }

    /// Runs `work` on the queue, once, when `time` has come; at once, but not inside this call, if it has passed.
    ///
    /// - Parameters:
    ///   - time: A time of `now`'s clock.
    ///   - work: Called on the queue.
    /// - Returns: Disposed, the work is not run any more. Disposing on the queue itself is certain to prevent it; on
    ///   another thread the work may just be running.
    func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable
}
