import Synchronization

/// Work that waits for its time, once or periodically. The caller keeps it in order to cancel it.
///
/// Disposing it releases the work at once. Only its entry in the heap remains.
///
/// `@unchecked Sendable`: `work` is accessed only by the thread that changes `state` from `waiting`, or that finds it
/// `disposed` after running the work.
package final class ScheduledWork: Disposable, @unchecked Sendable {
    package enum Work: Sendable {
        case once(@Sendable () -> Void)
        case periodic(@Sendable (TimerTick) -> Void, period: Duration)
    }

    private enum State {
        static let waiting: UInt8 = 0
        static let running: UInt8 = 1
        /// The work never runs again.
        static let disposed: UInt8 = 2
    }

    /// The time from one run to the next; nil for work that runs once.
    package let period: Duration?
    private var work: Work?
    private let state = Atomic(State.waiting)
    private let garbage: Garbage

    /// The number of entries in a heap that belong to disposed work.
    package final class Garbage: Sendable {
        let count = Atomic(0)

        package init() {}
    }

    /// - Parameter garbage: The count of the heap that the work will wait in.
    package init(_ work: Work, garbage: Garbage) {
        self.work = work
        self.garbage = garbage
        if case .periodic(_, let period) = work { self.period = period } else { period = nil }
    }

    var isDisposed: Bool { state.load(ordering: .relaxed) == State.disposed }

    package func dispose() {
        switch state.exchange(State.disposed, ordering: .acquiringAndReleasing) {
        case State.waiting:
            work = nil
            garbage.count.add(1, ordering: .relaxed)
        case State.running:
            if period != nil { garbage.count.add(1, ordering: .relaxed) }
        default: break
        }
    }

    /// Runs the work unless it has been disposed. Call on the heap's thread, once for each time that the heap returns
    /// it.
    func run(_ tick: TimerTick) {
        let isLast = period == nil
        let (isMine, _) = state.compareExchange(
            expected: State.waiting, desired: isLast ? State.disposed : State.running,
            ordering: .acquiringAndReleasing)
        guard isMine else {
            // The work was disposed after it had left the heap: it has no entry there.
            if isLast { garbage.count.subtract(1, ordering: .relaxed) }
            return
        }
        switch work {
        case .once(let work):
            self.work = nil
            work()
        case .periodic(let work, _):
            work(tick)
            let (stays, _) = state.compareExchange(
                expected: State.running, desired: State.waiting, ordering: .acquiringAndReleasing)
            if !stays { self.work = nil }
        case nil: break
        }
    }
}
