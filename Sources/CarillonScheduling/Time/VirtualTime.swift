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
        var timers: TimerHeap
        var enqueued = Backlog<@Sendable () -> Void>()
    }

    private enum Step {
        case work(@Sendable () -> Void)
        case due(TimerHeap.Due)

        func run() {
            switch self {
            case .work(let work): work()
            case .due(let due): Origin.during(due.since, due.run)
            }
        }
    }

    private let garbage = ScheduledWork.Garbage()
    private let state: Mutex<State>
    private let owner = OwningThread()

    /// A queue at time zero. The thread that makes it is on it.
    public init() {
        state = Mutex(State(timers: TimerHeap(garbage: garbage)))
        owner.adopt()
    }

    public var now: Duration { state.withLock { $0.now } }

    public var isCurrent: Bool { owner.isCurrent }

    /// Waits for the next turn.
    public func async(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.enqueued.append(work) }
    }

    /// Runs `work` here and now.
    public func sync(_ work: () -> Void) {
        owner.adopt(during: work)
    }

    public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        insert(.once(work), at: time)
    }

    public func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Disposable & Sendable {
        insert(.periodic(work, period: period.asPeriod), at: start ?? now + period.asPeriod)
    }

    private func insert(_ work: ScheduledWork.Work, at time: Duration) -> ScheduledWork {
        let work = ScheduledWork(work, garbage: garbage)
        state.withLock { $0.timers.insert(work, at: time) }
        return work
    }

    // MARK: Turning it

    /// Lets `duration` pass: runs all that was enqueued, and then what becomes due, each at its own time, in order.
    ///
    /// - Parameter duration: Zero runs what is due now. A negative duration counts as zero.
    public func advance(by duration: Duration) {
        advance(to: now + max(duration, .zero))
    }

    /// Lets time pass until it is `time`; see `advance(by:)`.
    ///
    /// - Parameter time: One that has passed runs what is due now.
    public func advance(to time: Duration) {
        owner.adopt(during: {
            let end = max(time, now)
            while let step = nextStep(until: end) { step.run() }
            state.withLock { $0.now = max($0.now, end) }
        })
    }

    /// Lets time pass until something is as it should be, and stops at that very moment.
    ///
    /// - Parameters:
    ///   - limit: How long to go on at most.
    ///   - condition: Asked at once, and after each piece of work.
    /// - Returns: Whether it has come about. If not, `limit` has passed.
    public func advance(atMost limit: Duration, until condition: () -> Bool) -> Bool {
        var isMet = condition()
        guard !isMet else { return true }
        owner.adopt(during: {
            let end = now + max(limit, .zero)
            while !isMet, let step = nextStep(until: end) {
                step.run()
                isMet = condition()
            }
            if !isMet { state.withLock { $0.now = max($0.now, end) } }
        })
        return isMet
    }

    private func nextStep(until end: Duration) -> Step? {
        state.withLock { state in
            if let work = state.enqueued.popFirst() { return .work(work) }
            guard let time = state.timers.earliest, time <= end else { return nil }
            state.now = max(state.now, time)
            return state.timers.popDue(at: state.now).map(Step.due) ?? .work({})
        }
    }
}
