/// A queue whose time stands still until it is told to go on: for the tests of whatever waits.
///
/// Ten hours pass in a millisecond, and what happens in them happens in the same order every time:
///
///     let time = VirtualTime()
///     _ = time.schedule(at: .seconds(36_000)) { print("ten hours later") }
///     time.advance(by: .seconds(36_000))
///
/// A `VirtualTime` belongs to the task or the thread that makes it, which turns it. After an `await` the task still owns it,
/// on whatever thread it continues. Work that others pass to `async` waits for the next turn, and
/// ``settle(atMost:isolation:until:)`` awaits such work.
public final class VirtualTime: Scheduler {
    private struct State {
        var now = Duration.zero
        var timers: TimerHeap
        var enqueued = FIFO<@Sendable () -> Void>()
        /// Resumed when there is more work: once, because the resumer takes it out under the lock. Not a checked
        /// continuation, which each timer that is set would copy.
        var waiter: UnsafeContinuation<Void, Never>?

        /// Whether there is work to run until `end`.
        func hasWork(until end: Duration) -> Bool {
            !enqueued.isEmpty || timers.earliest.map { $0 <= end } ?? false
        }
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
    private let state: Locked<State>
    private let owner = Owner(isTask: true)
    /// The caller that runs work, and the lock that lets one do so at a time.
    private let runner = Owner(isTask: true)
    private let turn = Locked(())

    /// A queue at time zero. The caller is on it.
    public init() {
        state = Locked(State(timers: TimerHeap(garbage: garbage)))
        owner.adopt()
    }

    public var now: Duration { state.withLock { $0.now } }

    public var isCurrent: Bool { owner.isCurrent }

    /// Waits for the next turn.
    public func async(_ work: @escaping @Sendable () -> Void) {
        add { state in state.enqueued.append(work) }
    }

    /// Runs `work` here and now, as soon as no other caller runs work.
    public func sync(_ work: () -> Void) {
        guard !runner.isCurrent else { return work() }
        turn.withLock { _ in
            runner.adopt(during: { owner.adopt(during: work) })
        }
    }

    public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        insert(.once(work), at: time)
    }

    public func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Disposable & Sendable {
        let period = period.asPeriod
        return insert(.periodic(work, period: period), at: firstTick(start, period))
    }

    private func insert(_ work: ScheduledWork.Work, at time: Duration) -> ScheduledWork {
        let work = ScheduledWork(work, garbage: garbage)
        add { state in state.timers.insert(work, at: time) }
        return work
    }

    private func add(_ work: (inout State) -> Void) {
        let waiter = state.withLock { state in
            work(&state)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Makes the caller the owner, in place of the one that has made the queue.
    package func adopt() {
        if !owner.isCurrent { turn.withLock { _ in owner.adopt() } }
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
        let end = max(time, now)
        while let step = nextStep(until: end) { sync { step.run() } }
        state.withLock { $0.now = max($0.now, end) }
    }

    /// Lets time pass until something is as it should be, and stops at that very moment.
    ///
    /// - Parameters:
    ///   - limit: How long to go on at most.
    ///   - condition: Asked at once, and after each piece of work.
    /// - Returns: Whether it has come about. If not, `limit` has passed.
    public func advance(atMost limit: Duration, until condition: () -> Bool) -> Bool {
        var isMet = condition()
        let end = now + max(limit, .zero)
        while !isMet, let step = nextStep(until: end) {
            sync { step.run() }
            isMet = condition()
        }
        if !isMet { state.withLock { $0.now = max($0.now, end) } }
        return isMet
    }

    /// Waits until something is as it should be, and runs the work that other tasks and threads enqueue meanwhile. Virtual
    /// time stands still: work that is due later does not run.
    ///
    /// - Parameters:
    ///   - limit: The longest wait, in real time.
    ///   - isolation: The caller's.
    ///   - condition: Called at once, after each piece of work, and at the limit.
    /// - Returns: Whether the condition has been met.
    public func settle(
        atMost limit: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
        until condition: () -> Bool
    ) async -> Bool {
        adopt()
        let end = ContinuousClock.now + limit
        let alarm = Task.detached { [self] in
            try await Task.sleep(until: end)
            async {}
        }
        defer { alarm.cancel() }
        while !advance(atMost: .zero, until: condition) {
            guard ContinuousClock.now < end else { return false }
            await workArrives()
        }
        return true
    }

    private func workArrives(isolation: isolated (any Actor)? = #isolation) async {
        await withUnsafeContinuation { continuation in
            let isThere = state.withLock { state in
                let hasWork = state.hasWork(until: state.now)
                if !hasWork { state.waiter = continuation }
                return hasWork
            }
            if isThere { continuation.resume() }
        }
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
