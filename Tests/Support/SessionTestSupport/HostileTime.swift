import CarillonScheduling

/// A queue in virtual time that is late, as a real one on a busy machine: timers fire late, ticks are missed, and what
/// has come meanwhile is handled in one go.
///
/// `@unchecked Sendable`: `now` and the timers are protected by a lock; the rest is used on the thread that created the
/// queue.
package final class HostileTime: Scheduler, @unchecked Sendable {
    private struct State {
        var now: Duration
        var timers: TimerHeap
        var enqueued = FIFO<@Sendable () -> Void>()
    }

    private let garbage = ScheduledWork.Garbage()
    private let state: Locked<State>
    private let owner = Owner()

    /// The queue belongs to the calling thread.
    package init(start: Duration) {
        state = Locked(State(now: start, timers: TimerHeap(garbage: garbage)))
        owner.adopt()
    }

    package var now: Duration { state.withLock { $0.now } }
    package var isCurrent: Bool { owner.isCurrent }

    package func async(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.enqueued.append(work) } }

    package func sync(_ work: () -> Void) {
        guard !isCurrent else { return work() }
        waitFor(work) { errand in
            async(errand)
            return true
        }
    }

    package func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        insert(.once(work), at: time)
    }

    package func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (TimerTick) -> Void
    ) -> any Disposable & Sendable {
        insert(.periodic(work, period: period.asPeriod), at: firstTick(start, period.asPeriod))
    }

    private func insert(_ work: ScheduledWork.Work, at time: Duration) -> ScheduledWork {
        let work = ScheduledWork(work, garbage: garbage)
        state.withLock { $0.timers.insert(work, at: time) }
        return work
    }

    /// The time at which the next work is due; nil if there is none.
    package var nextTime: Duration? {
        state.withLock { state in state.enqueued.isEmpty ? state.timers.earliest : state.now }
    }

    /// Lets time pass without running anything. Like a kernel's clock, it counts whole nanoseconds.
    package func pass(to time: Duration) {
        state.withLock { $0.now = max($0.now, .nanoseconds(time.wholeNanoseconds + 1)) }
    }

    /// Runs one piece of work: of those that are due, a timer or enqueued work.
    ///
    /// - Returns: False if nothing is due.
    package func runNext(timersFirst: Bool) -> Bool {
        if timersFirst, runTimer() { return true }
        if let work = state.withLock({ $0.enqueued.popFirst() }) {
            work()
            return true
        }
        return runTimer()
    }

    private func runTimer() -> Bool {
        guard let due = state.withLock({ state in state.timers.popDue(at: state.now) }) else { return false }
        EventTimestamp.withValue(due.since, due.run)
        return true
    }
}

/// The clock of a simulated kernel, which takes the times of edges while the queue is late.
///
/// `@unchecked Sendable`: used on the queue's thread only.
final class KernelClock: Scheduler, @unchecked Sendable {
    private let queue: HostileTime
    var now: Duration

    init(_ queue: HostileTime) { (self.queue, now) = (queue, queue.now) }

    var isCurrent: Bool { queue.isCurrent }
    func async(_ work: @escaping @Sendable () -> Void) { queue.async(work) }
    func sync(_ work: () -> Void) { queue.sync(work) }

    /// Work on a bus finds the time at which it is due, so that a device that is read every second is not read again at once.
    func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        queue.schedule(at: time) { [self] in
            now = max(now, time)
            work()
        }
    }
}
