/// A queue whose time passes only when a test advances it.
///
/// Ten hours pass in a millisecond, and the work in them runs in the same order every time:
///
///     let time = VirtualTime()
///     _ = time.schedule(at: .seconds(36_000)) { print("ten hours later") }
///     time.advance(by: .seconds(36_000))
///
/// A `VirtualTime` belongs to the task or the thread that creates it, which also advances it. A task still owns it after an
/// `await`, even if the task continues on another thread. Work that other threads pass to `async` runs at the next `advance`,
/// or in ``settle(atMost:isolation:until:)``, which waits for such work.
public final class VirtualTime: Scheduler {
    private struct State {
        var now = Duration.zero
        var timers: TimerHeap
        var enqueued = FIFO<@Sendable () -> Void>()
        var supervisor: (any WorkSupervisor)?
        /// The number of pieces of work that arrived, or were run by `sync`, while none was running; counted for a supervisor.
        var arrivals = 0
        /// Set after `end()`: no work is taken or run any more.
        var hasEnded = false
        /// Resumed when more work arrives. It is resumed once, because the resumer takes it out under the lock. Not a
        /// checked continuation, because that would be copied each time that a timer is set.
        var waiter: UnsafeContinuation<Void, Never>?

        /// Takes the next piece of work that is due until `end`, and lets time pass until then.
        mutating func nextStep(until end: Duration) -> Step? {
            if let work = enqueued.popFirst() { return .work(work) }
            guard let time = timers.earliest, time <= end else { return nil }
            now = max(now, time)
            return timers.popDue(at: now).map(Step.due) ?? .work({})
        }

        /// Whether there is work to run now, or will be none.
        var needsNoWait: Bool { hasEnded || !enqueued.isEmpty || timers.earliest.map { $0 <= now } ?? false }
    }

    private enum Step {
        case work(@Sendable () -> Void)
        case due(TimerHeap.Due)

        func run() {
            switch self {
            case .work(let work): work()
            case .due(let due): EventTimestamp.withValue(due.since) { due.run() }
            }
        }
    }

    private let garbage = ScheduledWork.Garbage()
    private let state: Locked<State>
    private let owner = Owner(isTask: true)
    /// The caller that is running work. `turn` admits one at a time.
    private let runner = Owner(isTask: true)
    private let turn = Locked(())

    /// Creates a queue at time zero. The calling task or thread counts as being on the queue.
    public init() {
        state = Locked(State(timers: TimerHeap(garbage: garbage)))
        owner.adopt()
    }

    public var now: Duration { state.withLock { $0.now } }

    public var isCurrent: Bool { owner.isCurrent }

    /// Enqueues `work`. It runs in an `advance` or a `settle`, after all work enqueued before it.
    public func async(_ work: @escaping @Sendable () -> Void) {
        add { state in state.enqueued.append(work) }
    }

    /// Runs `work` on the calling thread, as soon as no other caller runs work on the queue.
    public func sync(_ work: () -> Void) {
        guard !runner.isCurrent else { return work() }
        state.withLock { $0.arrivals += 1 }
        run(work)
    }

    private func run(_ work: () -> Void) {
        guard !runner.isCurrent else { return work() }
        turn.withLock { _ in
            runner.adopt(during: { owner.adopt(during: work) })
        }
    }

    public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        insert(.once(work), at: time)
    }

    public func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (TimerTick) -> Void
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
            if !state.hasEnded { work(&state) }
            if state.supervisor != nil, !runner.isCurrent { state.arrivals += 1 }
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Notifies `supervisor` of each piece of work that is run from now on.
    package func supervise(_ supervisor: any WorkSupervisor) { state.withLock { $0.supervisor = supervisor } }

    /// Drops all work, and takes no more. Time still passes.
    package func end() {
        let (timers, enqueued, waiter) = state.withLock { state in
            defer { (state.timers, state.enqueued, state.hasEnded) = (TimerHeap(garbage: garbage), FIFO(), true) }
            return (state.timers, state.enqueued, state.waiter.take())
        }
        waiter?.resume()
        // Released outside the lock.
        _ = (timers, enqueued)
    }

    /// Makes the caller the owner, in place of the one that created the queue.
    package func adopt() {
        if !owner.isCurrent { turn.withLock { _ in owner.adopt() } }
    }

    // MARK: Advancing time

    /// Lets `duration` pass. The call first runs all enqueued work, and then the work that becomes due, in order, each item
    /// at its own time.
    ///
    /// - Parameter duration: Zero runs the work that is due now. A negative duration counts as zero.
    public func advance(by duration: Duration) {
        advance(to: now + max(duration, .zero))
    }

    /// Lets time pass until `time`; see `advance(by:)`.
    ///
    /// - Parameter time: The target time. A time that has passed runs the work that is due now.
    public func advance(to time: Duration) {
        let end = max(time, now)
        while let step = nextStep(until: end) { run(step.run) }
        state.withLock { $0.now = max($0.now, end) }
    }

    /// Lets time pass until `condition` is met, and stops at that time.
    ///
    /// - Parameters:
    ///   - limit: The maximum time to let pass.
    ///   - condition: Called at once, and after each piece of work.
    /// - Returns: Whether the condition has been met. If not, `limit` has passed.
    public func advance(atMost limit: Duration, until condition: () -> Bool) -> Bool {
        var isMet = condition()
        let end = now + max(limit, .zero)
        while !isMet, let step = nextStep(until: end) {
            run(step.run)
            isMet = condition()
        }
        if !isMet { state.withLock { $0.now = max($0.now, end) } }
        return isMet
    }

    /// Waits until `condition` is met, and runs the work that other tasks and threads enqueue meanwhile. Virtual time does not
    /// pass, so timers that are due later do not run.
    ///
    /// - Parameters:
    ///   - limit: The maximum wait, in real time.
    ///   - isolation: The caller's isolation.
    ///   - condition: Called at once, after each piece of work, and at the limit.
    /// - Returns: Whether the condition has been met. The call returns at once if the queue takes no more work.
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
            guard ContinuousClock.now < end, !state.withLock(\.hasEnded) else { return false }
            await waitForWork()
        }
        return true
    }

    private func waitForWork(isolation: isolated (any Actor)? = #isolation) async {
        await withUnsafeContinuation { continuation in
            let needsNoWait = state.withLock { state in
                if !state.needsNoWait { state.waiter = continuation }
                return state.needsNoWait
            }
            if needsNoWait { continuation.resume() }
        }
    }

    private func nextStep(until end: Duration) -> Step? {
        let (step, report) = state.withLock { state -> (Step?, (() -> Void)?) in
            guard let step = state.nextStep(until: end) else { return (nil, nil) }
            guard let supervisor = state.supervisor else { return (step, nil) }
            let (now, arrivals) = (state.now, state.arrivals)
            return (step, { supervisor.willRun(at: now, arrivals: arrivals) })
        }
        report?()
        return step
    }
}

/// An observer of the work of a `VirtualTime`, which finds work that never ends.
package protocol WorkSupervisor: AnyObject, Sendable {
    /// Called by the owner of the time before each piece of work. May call `end()`.
    ///
    /// - Parameters:
    ///   - now: The time of the work.
    ///   - arrivals: The number of pieces of work so far, also by `sync`, that other work has not caused.
    func willRun(at now: Duration, arrivals: Int)
}
