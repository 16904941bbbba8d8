import Synchronization

/// Work that waits for its time, once or again and again. Disposing it is what its asker holds it for.
///
/// Disposed, it lets go of its work at once, and only its place in the heap is left.
///
/// `@unchecked Sendable`: `work` is touched only by who brings `state` out of `waiting`, or finds it `disposed` after
/// running.
package final class ScheduledWork: Disposable, @unchecked Sendable {
    package enum Work: Sendable {
        case once(@Sendable () -> Void)
        case periodic(@Sendable (Tick) -> Void, period: Duration)
    }

    private enum State {
        static let waiting: UInt8 = 0
        static let running: UInt8 = 1
        /// Never to be run again.
        static let disposed: UInt8 = 2
    }

    /// The time from one run to the next; nil runs once.
    package let period: Duration?
    private var work: Work?
    private let state = Atomic(State.waiting)
    private let garbage: Garbage

    /// How many places of a heap belong to work that has been disposed.
    package final class Garbage: Sendable {
        let count = Atomic(0)

        package init() {}
    }

    /// - Parameter garbage: Of the heap that the work is going to wait in.
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

    /// Runs the work unless it has been disposed. On the heap's thread, once for each time that the heap returns it.
    func run(_ tick: Tick) {
        let isLast = period == nil
        let (isMine, _) = state.compareExchange(
            expected: State.waiting, desired: isLast ? State.disposed : State.running,
            ordering: .acquiringAndReleasing)
        guard isMine else {
            // Disposed after it had left the heap: no place of it is left there.
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
