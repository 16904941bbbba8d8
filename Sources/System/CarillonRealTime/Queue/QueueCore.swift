import CSystem
import Dispatch
import Synchronization

/// The inner state of a `RealTimeQueue`, shared by its thread and the other threads.
///
/// The thread retains the core and not the queue, so that a queue ends after its last reference has been released.
///
/// `@unchecked Sendable`: only the queue's thread accesses the `var`s and, after it has ended, only work on
/// `stoppedQueue`.
final class QueueCore: @unchecked Sendable {
    /// The number of work items to run between clock reads.
    private static let uninterrupted = 16
    /// The maximum time for a batch of work, in nanoseconds. After it, descriptors and timers have their turn.
    private static let longestBatch: Int64 = 50_000
    let name: String
    let lateness = LatencyHistogram()
    let missedTicks = Atomic(0)
    let owner = Owner()
    private let garbage = ScheduledWork.Garbage()
    private let poll: EventPoll
    private let inbox: Inbox<Work>
    /// Runs `sync` work and tasks submitted after the thread has exited. Inactive until then.
    private let stoppedQueue: DispatchQueue

    @exclusivity(unchecked) private var timers: TimerHeap
    /// Whether due timers are being run. The poll's timer is then set once, after all of them have run.
    private var isRunningTimers = false
    /// The watches in the order of their tags. Not a dictionary, because hashing a tag costs more than comparing it with
    /// those of a board's lines.
    @exclusivity(unchecked) private var watches: [DescriptorWatch] = []
    private var nextTag: UInt64 = 0
    /// The work that the queue's own thread enqueued while the inbox was full, because the thread cannot wait for
    /// itself.
    @exclusivity(unchecked) private var backlog = FIFO<Work>()
    /// The number of pieces of work that ever went to the backlog, and the number of those that have left it. Other
    /// threads read them, so that their work does not overtake the backlog. Only the queue's thread writes them.
    private let delayed = Atomic(0)
    private let undelayed = Atomic(0)
    private var coalescing = WakeupCoalescing()

    init(name: String, capacity: Int) throws(RealTimeError) {
        self.name = name
        poll = try EventPoll()
        inbox = Inbox(capacity: capacity)
        timers = TimerHeap(garbage: garbage)
        stoppedQueue = DispatchQueue(label: name, attributes: .initiallyInactive)
    }

    // MARK: From any thread

    /// Enqueues `work`, and waits while the queue is full. Returns false if the queue has been stopped.
    func enqueue(_ work: Work) -> Bool {
        guard !owner.isCurrent else { return enqueueHere(work) }
        let earlier = delayed.load(ordering: .acquiring)
        while true {
            switch put(work, after: earlier) {
            case .taken(let isOwnerAsleep):
                if isOwnerAsleep { poll.signal() }
                return true
            case .full: crt_sleep_microseconds(20)
            case .closed: return false
            }
        }
    }

    /// Enqueues `work` if the queue has room. Returns false otherwise.
    func tryEnqueue(_ work: Work) -> Bool {
        let earlier = delayed.load(ordering: .acquiring)
        guard case .taken(let isOwnerAsleep) = put(work, after: earlier) else { return false }
        if isOwnerAsleep { poll.signal() }
        return true
    }

    /// Puts `work` into the inbox, if the first `earlier` pieces of delayed work have left the backlog. Work that is
    /// delayed later does not count, so that a backlog that is never empty keeps no other thread out.
    private func put(_ work: Work, after earlier: Int) -> Inbox<Work>.PutResult {
        guard undelayed.load(ordering: .acquiring) >= earlier || inbox.isClosed else { return .full }
        return inbox.put(work)
    }

    private func enqueueHere(_ work: Work) -> Bool {
        guard !inbox.isClosed else { return false }
        if backlog.isEmpty, case .taken = inbox.put(work) { return true }
        backlog.append(work)
        delayed.add(1, ordering: .releasing)
        return true
    }

    /// Runs `work` after the queue's thread has ended, one piece at a time.
    func enqueueAfterStop(_ work: Work) {
        stoppedQueue.async { [self] in owner.adopt(during: work.run) }
    }

    func syncAfterStop(_ work: () -> Void) {
        stoppedQueue.sync { owner.adopt(during: work) }
    }

    /// Closes the queue: later work is refused.
    func close() {
        inbox.close()
        poll.signal()
    }

    var isClosed: Bool { inbox.isClosed }

    func schedule(_ work: ScheduledWork.Work, at time: Duration) -> ScheduledWork {
        let scheduled = ScheduledWork(work, garbage: garbage)
        if owner.isCurrent {
            insert(scheduled, at: time)
        } else if !enqueue(.closure { [self] in insert(scheduled, at: time) }) {
            scheduled.dispose()
        }
        return scheduled
    }

    // MARK: On the queue's thread

    private func insert(_ work: ScheduledWork, at time: Duration) {
        guard !inbox.isClosed else { return work.dispose() }
        // Work whose time has passed is inserted after the work that is due. So code that always schedules for a past
        // time delays no other timer. Ticks move to a future time by themselves.
        let time = work.period == nil ? max(time, .nanoseconds(crt_now())) : time
        timers.insert(work, at: time)
        if timers.earliest == time, !isRunningTimers { poll.setTimer(time) }
    }

    func watch(
        _ descriptor: Int32, _ handler: @escaping @Sendable () -> Void
    ) throws(RealTimeError) -> DescriptorWatch {
        guard !inbox.isClosed else { throw .stopped(queue: name) }
        let watch = DescriptorWatch(core: self, tag: nextTag, descriptor: descriptor, handler: handler)
        try poll.add(descriptor, tag: watch.tag)
        watches.append(watch)
        nextTag += 1
        return watch
    }

    func unwatch(_ watch: DescriptorWatch) {
        guard let index = watches.firstIndex(where: { $0 === watch }) else { return }
        watches.remove(at: index)
        poll.remove(watch.descriptor)
    }

    /// Runs the queue's thread until the queue is closed.
    ///
    /// - Parameter processor: The processor to keep free of other threads, if one is reserved for this thread.
    func run(on processor: ReservedProcessor?) {
        owner.adopt()
        poll.chooseTimeouts()
        while !inbox.isClosed {
            turn()
            processor?.moveNewThreads()
        }
        runRemainingWork()
        timers.removeAll()
        for watch in watches { poll.remove(watch.descriptor) }
        watches = []
        owner.abandon()
        stoppedQueue.activate()
    }

    /// Ends the queue if it has no thread. Call in place of `run`.
    func end() { stoppedQueue.activate() }

    private func turn() {
        var timerEnded = false
        poll.wait(pollTimeout) { event in
            switch event {
            case .timer: timerEnded = true
            case .descriptor(let tag): descriptorIsReadable(tag)
            }
        }
        inbox.wakeUp()
        if timerEnded { runDueTimers() }
        runBatch()
    }

    /// Calls the handler of the watch with `tag`, unless it was disposed after the event.
    private func descriptorIsReadable(_ tag: UInt64) {
        for index in watches.indices where watches[index].tag == tag { return watches[index].handler() }
    }

    /// The time for which the thread may sleep.
    private var pollTimeout: EventPoll.Timeout {
        if coalescing.isResting { return .atMost(WakeupCoalescing.rest) }
        return switch inbox.fallAsleep() {
        case .none: .none
        case .brief: .atMost(WakeupCoalescing.rest)
        case .untilWoken: .endless
        }
    }

    private func runDueTimers() {
        let now = Duration.nanoseconds(crt_now())
        isRunningTimers = true
        while !inbox.isClosed, let due = timers.popDue(at: now) {
            let since = due.since.wholeNanoseconds
            // A time before the machine's start would exceed the range.
            lateness.record(nanoseconds: crt_now() - max(since, 0))
            if due.tick.missed > 0 { missedTicks.wrappingAdd(due.tick.missed, ordering: .relaxed) }
            EventTimestamp.withNanoseconds(since) { due.run() }
        }
        isRunningTimers = false
        poll.setTimer(timers.earliest)
    }

    /// Runs work until there is none or the time for a batch is over. Reports the number of items to `coalescing`.
    private func runBatch() {
        var count = 0
        var end: Int64?
        while let work = nextWork() {
            work.run()
            count += 1
            guard count % Self.uninterrupted == 0 else { continue }
            let now = crt_now()
            if let end, now >= end { return coalescing.found(count, isAll: false) }
            end = end ?? now + Self.longestBatch
        }
        coalescing.found(count)
    }

    /// Runs the work that was enqueued before the queue was closed.
    private func runRemainingWork() {
        while true {
            if let work = inbox.take() ?? backlog.popFirst() {
                work.run()
            } else if inbox.isEmpty {
                return
            } else {
                // Not in the poll, which a due timer or a readable descriptor would keep awake.
                crt_sleep_microseconds(20)
            }
        }
    }

    /// Returns the next work, and moves work from the backlog to the cells that have become free.
    private func nextWork() -> Work? {
        let work = inbox.take()
        if !backlog.isEmpty {
            while let first = backlog.first, case .taken = inbox.put(first) {
                backlog.popFirst()
                undelayed.add(1, ordering: .releasing)
            }
        }
        return work
    }
}
