import CarillonScheduling

/// The timers of a replay, by the numbers that the recording gave them.
struct ReplayTimers {
    private var waiting: [Int: ReplayTimer] = [:]
    private var count = 0

    @discardableResult
    mutating func add(_ work: ReplayTimer.Work, at due: Duration) -> ReplayTimer {
        count += 1
        // Disposed timers are removed now and then, before the dictionary doubles.
        if waiting.count == waiting.capacity { waiting = waiting.filter { !$0.value.isDisposed } }
        let timer = ReplayTimer(work, due: due)
        waiting[count] = timer
        return timer
    }

    /// Returns a timer to run; nil if there is none of this number. A periodic timer stays.
    mutating func take(_ number: Int) -> ReplayTimer? {
        guard let timer = waiting[number], !timer.isDisposed else { return nil }
        if !timer.isPeriodic { waiting[number] = nil }
        return timer
    }

    /// Returns all timers that have not been disposed, in the order of their requests.
    mutating func takeAll() -> [ReplayTimer] {
        defer { waiting = [:] }
        return waiting.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isDisposed }
    }
}

/// A timer of a replay, which fires when the session says so. Other threads may dispose it.
final class ReplayTimer: Disposable, Sendable {
    enum Work: Sendable {
        case once(@Sendable () -> Void)
        case periodic(@Sendable (TimerTick) -> Void, period: Duration)
    }

    private struct State: Sendable {
        var work: Work?
        var due: Duration
        /// The timer on the base queue, after the session.
        var successor: (any Disposable & Sendable)?
    }

    private let state: Locked<State>
    let isPeriodic: Bool

    init(_ work: Work, due: Duration) {
        state = Locked(State(work: work, due: due))
        if case .periodic = work { isPeriodic = true } else { isPeriodic = false }
    }

    var isDisposed: Bool { state.withLock { $0.work == nil } }

    func dispose() {
        let (work, successor) = state.withLock { state in (state.work.take(), state.successor.take()) }
        // Released outside the lock.
        _ = work
        successor?.dispose()
    }

    /// Fires after `missed` ticks that the recording left out.
    func run(missed: Int) {
        let (work, due) = state.withLock { state in
            let due = state.due
            switch state.work {
            case .once: return (state.work.take(), due)
            case .periodic(_, let period): state.due += period * (missed + 1)
            case nil: break
            }
            return (state.work, due)
        }
        EventTimestamp.withValue(due) {
            switch work {
            case .once(let work): work()
            case .periodic(let work, let period): work(TimerTick(time: due + period * missed, missed: missed))
            case nil: break
            }
        }
    }

    /// Continues on `time`.
    func goOn(on time: VirtualTime) {
        let (work, due) = state.withLock { ($0.work, $0.due) }
        let successor: any Disposable & Sendable
        switch work {
        case .once: successor = time.schedule(at: due) { [self] in run(missed: 0) }
        case .periodic(let work, let period):
            successor = time.every(period, startingAt: due) { [self] tick in if !isDisposed { work(tick) } }
        case nil: return
        }
        state.withLock { $0.successor = successor }
    }
}
