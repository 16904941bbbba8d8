import MobiusCore
import Synchronization

/// A queue whose time stands still until it is told to go on: for the tests of whatever waits.
///
/// Ten hours pass in a millisecond, and what happens in them happens in the same order every time:
///
///     let time = VirtualTime()
///     _ = time.schedule(at: .seconds(36_000)) { print("ten hours later") }
///     time.advance(by: .seconds(36_000))
///
/// A `VirtualTime` is turned by one thread at a time. What other threads hand to `async` waits for the next turn.
public final class VirtualTime: Scheduler {
    private struct State {
        var now = Duration.zero
        var timers = TimerHeap()
        var enqueued: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let owner = OwningThread()

    /// A queue at time zero. The thread that makes it is on it.
    public init() {
        owner.adopt()
    }

    public var now: Duration { state.withLock { $0.now } }

    public var isCurrent: Bool { owner.isCurrent }

    /// Waits for the next `advance(by:)`.
    public func async(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.enqueued.append(work) }
    }

    /// Runs `work` here and now.
    public func sync(_ work: () -> Void) {
        owner.adopt(during: work)
    }

    public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        let entry = TimerHeap.Entry(time: time, work: work)
        state.withLock { $0.timers.insert(entry) }
        return entry
    }

    /// Lets `duration` pass: runs all that was enqueued, and then what becomes due, each at its own time, in order.
    ///
    /// - Parameter duration: Zero runs what is due now. A negative duration counts as zero.
    public func advance(by duration: Duration) {
        owner.adopt(during: {
            let end = now + max(duration, .zero)
            while let work = nextWork(until: end) { work() }
            state.withLock { $0.now = max($0.now, end) }
        })
    }

    private func nextWork(until end: Duration) -> (@Sendable () -> Void)? {
        state.withLock { state in
            if !state.enqueued.isEmpty { return state.enqueued.removeFirst() }
            guard let entry = state.timers.popDue(at: end) else { return nil }
            state.now = max(state.now, entry.time)
            return entry.run
        }
    }
}
