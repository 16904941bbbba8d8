extension Scheduler {
    /// Runs `work` at `start` and each `period` after it, by calls of `schedule(at:_:)`. `start` is nil for one period from
    /// now. This is the default implementation.
    public func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (TimerTick) -> Void
    ) -> any Disposable & Sendable {
        let period = period.asPeriod
        let ticks = Periodic(period: period, queue: self, work: work)
        ticks.wait(until: firstTick(start, period))
        return ticks
    }

    /// Returns the time at which the first tick is due.
    ///
    /// - Parameter start: At most 292 years ago; an earlier time is clamped, so that the missed ticks can be counted.
    package func firstTick(_ start: Duration?, _ period: Duration) -> Duration {
        max(start ?? now + period, now - .nanoseconds(Int64.max))
    }
}

extension Duration {
    /// The duration as a period: at least 1 µs, so that other work can run in between.
    package var asPeriod: Duration { max(self, .microseconds(1)) }
}

/// Periodic work that schedules its next tick at each tick.
private final class Periodic: Disposable, Sendable {
    private enum State {
        case waiting((any Disposable & Sendable)?)
        case disposed
    }

    private let period: Duration
    private let queue: any Scheduler
    private let work: @Sendable (TimerTick) -> Void
    private let state = Locked(State.waiting(nil))

    init(period: Duration, queue: any Scheduler, work: @escaping @Sendable (TimerTick) -> Void) {
        self.period = period
        self.queue = queue
        self.work = work
    }

    func wait(until time: Duration) {
        let timer = queue.schedule(at: time) { [self] in tick(dueAt: time) }
        let isDisposed = state.withLock { state in
            if case .disposed = state { return true }
            state = .waiting(timer)
            return false
        }
        if isDisposed { timer.dispose() }
    }

    private func tick(dueAt time: Duration) {
        if state.withLock({ if case .disposed = $0 { true } else { false } }) { return }
        let late = max(queue.now - time, .zero)
        let missed = Int(late.wholeNanoseconds / period.wholeNanoseconds)
        let tick = TimerTick(time: time + period * missed, missed: missed)
        wait(until: tick.time + period)
        work(tick)
    }

    func dispose() {
        let before = state.withLock { state in
            defer { state = .disposed }
            return state
        }
        if case .waiting(let timer) = before { timer?.dispose() }
    }
}

/// A tick of a periodic timer.
public struct TimerTick: Equatable, Sendable {
    /// The time at which the tick was due, on its queue's clock.
    public let time: Duration
    /// The number of ticks directly before this one that were left out, because the queue was busy or the thread was late.
    public let missed: Int

    /// Creates a tick that was due at `time`, after `missed` ticks that were left out.
    public init(time: Duration, missed: Int = 0) {
        self.time = time
        self.missed = missed
    }
}
