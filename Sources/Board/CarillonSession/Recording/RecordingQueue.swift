import CarillonDevices
import CarillonScheduling
import Synchronization

/// The queue of a board whose session is recorded.
///
/// An input is recorded before it is handled, and `now` stands still until it has been handled. Work that sends nothing
/// to the program, such as that of the page, a panel or a watchdog, uses `base` and is not recorded.
///
/// `@unchecked Sendable`: mutable state is accessed on the base queue only, or is protected by a lock.
package final class RecordingQueue: BoardSession, @unchecked Sendable {
    package let base: any Scheduler
    package var queueSession: QueueSession? { QueueSession(self) }

    private let record: @Sendable (Session.Entry) -> Void
    private let effects = EffectCounter()
    /// The thread that is handling an input; 0 between inputs. Cheaper than asking the base queue for its thread.
    private let thread = Atomic<UInt64>(0)
    private let isFinished = Atomic(false)
    // Unchecked: all accesses are on one thread, and no call is made during an access.
    /// The time of the input that is being handled.
    @exclusivity(unchecked) private var time = Duration.zero
    @exclusivity(unchecked) private var timers = 0
    private var (loops, sounds) = (0, 0)
    /// For each effect, the number of timers that other threads have scheduled for it.
    private let workTimers = Locked<[Int: Int]>([:])

    /// - Parameters:
    ///   - base: The queue that does the work.
    ///   - record: Takes each entry, on the base queue. It must not wait.
    package init(_ base: any Scheduler, record: @escaping @Sendable (Session.Entry) -> Void) {
        self.base = base
        self.record = record
    }

    /// Ends the recording: what happens later is handled in the same way, but is not an input of the session. Call
    /// before the program is stopped, on the base queue.
    package func finish() {
        base.assertCurrent()
        isFinished.store(true, ordering: .relaxed)
    }

    package func unrecorded(_ body: () -> Void) {
        base.assertCurrent()
        guard !isBusy else { return body() }
        time = base.now
        thread.store(thisThread, ordering: .relaxed)
        body()
        thread.store(0, ordering: .relaxed)
    }

    // MARK: Scheduler

    package var now: Duration { isHandling ? time : base.now }

    package var isCurrent: Bool { isHandling || isFinished.load(ordering: .relaxed) && base.isCurrent }

    /// Whether the calling thread is handling an input.
    private var isHandling: Bool { thread.load(ordering: .relaxed) == thisThread }

    package func sync(_ work: () -> Void) {
        guard !isCurrent else { return work() }
        let effect = EffectCounter.currentEffect
        base.sync { handle(.call(run: effect), work) }
    }

    package func async(_ work: @escaping @Sendable () -> Void) {
        guard isCurrent else {
            let effect = EffectCounter.currentEffect
            return base.async { [self] in handle(.work(run: effect), work) }
        }
        let input = nextTimer()
        base.async { [self] in handle(.timer(input, missed: 0), work) }
    }

    package func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        guard isCurrent else {
            let (effect, number) = nextWorkTimer()
            return base.schedule(at: time) { [self] in
                handle(.workTimer(run: effect, number: number, missed: 0), work)
            }
        }
        let number = nextTimer()
        return base.schedule(at: time) { [self] in handle(.timer(number, missed: 0), work) }
    }

    package func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (TimerTick) -> Void
    ) -> any Disposable & Sendable {
        // The first tick is due one period after the time of the turn, not after that of the clock.
        let start = firstTick(start, period.asPeriod)
        guard isCurrent else {
            let (effect, number) = nextWorkTimer()
            return base.every(period, startingAt: start) { [self] tick in
                handle(.workTimer(run: effect, number: number, missed: tick.missed)) { work(tick) }
            }
        }
        let number = nextTimer()
        return base.every(period, startingAt: start) { [self] tick in
            handle(.timer(number, missed: tick.missed)) { work(tick) }
        }
    }

    private func nextTimer() -> Int {
        timers += 1
        return timers
    }

    private func nextWorkTimer() -> (effect: Int, number: Int) {
        let effect = EffectCounter.currentEffect
        return workTimers.withLock { timers in
            timers[effect, default: 0] += 1
            return (effect, timers[effect, default: 0])
        }
    }

    // MARK: Inputs, on the base queue

    /// Whether an input is being handled. A device that finds this true postpones its input to the base queue, because
    /// a replay handles inputs one after the other.
    var isBusy: Bool { thread.load(ordering: .relaxed) != 0 }

    /// Records an input and handles it.
    @inline(__always)
    func handle(_ input: Session.Input, _ body: () -> Void) {
        guard !isBusy, !isFinished.load(ordering: .relaxed) else { return body() }
        time = base.now
        thread.store(thisThread, ordering: .relaxed)
        record(Session.Entry(time: time, input))
        effects.during(body)
        thread.store(0, ordering: .relaxed)
    }

    /// Records an input and handles it, after the current one.
    func handleNext(_ input: Session.Input, _ body: @escaping @Sendable () -> Void) {
        guard isBusy else { return handle(input, body) }
        base.async { [self] in handle(input, body) }
    }

    /// Records a fact that the program learns while an input is being handled.
    func note(_ input: Session.Input) {
        if !isFinished.load(ordering: .relaxed) { record(Session.Entry(time: now, input)) }
    }
}

// MARK: - Loops, commands and sounds

extension RecordingQueue {
    package func addLoop(of event: Any.Type, _ receive: @escaping @Sendable (Any) -> Void) -> Int {
        loops += 1
        return loops
    }

    package func send(_ event: Any, toLoop loop: Int, _ work: @escaping @Sendable () -> Void) {
        let (effect, value) = (EffectCounter.currentEffect, EventValue.encode(event))
        base.async { [self] in handle(.event(loop: loop, run: effect, value: value), work) }
    }

    package func command(_ path: String, _ payload: String, _ work: @escaping @Sendable () -> Void) {
        base.async { [self] in handle(.command(path: path, payload: payload), work) }
    }

    package func playSound(
        onEnd: @escaping @Sendable (Int) -> Void, _ play: (@escaping @Sendable (Int) -> Void) -> Bool
    ) -> Bool {
        base.assertCurrent()
        sounds += 1
        let sound = sounds
        let isPlayed = play { [self] end in handleNext(.soundEnd(sound, end)) { onEnd(end) } }
        if !isPlayed { note(.soundRefused(sound)) }
        return isPlayed
    }

    package func recordMemory(_ part: [UInt8]) { note(.memory(part)) }
}
