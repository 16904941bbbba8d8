import CRealTime
import MobiusCore
import Synchronization

/// A serial queue on a thread of its own, of real-time priority where the system allows it: what a controller keeps
/// its timing on.
///
/// A `DispatchQueue` cannot be that on Linux: its timers and descriptors are served by a thread of ordinary priority,
/// and come up to 100 ms late under load. This queue's one thread sleeps in epoll for whatever comes first: work from
/// other threads, a timer, a descriptor that is readable. What it then runs can talk to a loop, a line or a sound
/// without another thread having to wake up.
///
///     any thread ── async ── WorkRing ──┐
///     schedule(at:) ─────── TimerHeap ──┼── EventPoll ── the queue's thread
///     watch(descriptor:) ───────────────┘
///
/// In each turn come the descriptors first, then the timers that are due, then at most 64 pieces of work, so that work
/// that enqueues itself starves neither. Work must not wait: a thread of real-time priority that spins is throttled by
/// the kernel (see sched(7)).
///
/// The queue lives until it is stopped.
///
/// `@unchecked Sendable`: what is variable is touched on the queue's own thread only; but for `thread`, which is set
/// before `init` returns and never again.
public final class RealTimeQueue: Scheduler, @unchecked Sendable {
    private static let batch = 64

    private let ring: WorkRing
    private let poll: EventPoll
    private let owner = OwningThread()
    /// Whether the thread is awake or has been woken up: whoever sets it does the waking.
    private let isSignalled = Atomic(false)
    private var thread: RealTimeThread!

    private var timers = TimerHeap()
    private var watches: [UInt64: DescriptorWatch] = [:]
    private var nextTag: UInt64 = 0
    /// What the queue's own thread enqueued when the ring was full: it cannot wait for itself.
    private var spill = Spill()
    private var isStopping = false

    /// Starts the queue's thread.
    ///
    /// - Parameters:
    ///   - name: What `ps -L` and `top -H` call the thread. 15 bytes are kept.
    ///   - priority: 1 to 99, or 0 for an ordinary thread. In place of a priority that the system does not allow comes
    ///     the highest that it does, see `grantedPriority`.
    ///   - capacity: How much work can wait for the thread, rounded up to a power of two. Another thread that finds the
    ///     queue full waits for a place.
    /// - Throws: `RealTimeError` if the system has no thread or descriptor left.
    public init(name: String, priority: Int32 = 50, capacity: Int = 1024) throws(RealTimeError) {
        ring = WorkRing(capacity: capacity)
        poll = try EventPoll()
        thread = try RealTimeThread(name: name, priority: priority) { [self] in run() }
    }

    /// The real-time priority that the thread got, 1 to 99; 0 if it is an ordinary thread.
    public var grantedPriority: Int32 { thread.grantedPriority }

    public var now: Duration { .nanoseconds(crt_now()) }

    public var isCurrent: Bool { owner.isCurrent }

    public func async(_ work: @escaping @Sendable () -> Void) {
        if isCurrent {
            if !spill.isEmpty || !ring.push(work) { spill.append(work) }
            isSignalled.store(true, ordering: .relaxed)
        } else {
            while !ring.push(work) { crt_sleep_microseconds(20) }
            if !isSignalled.exchange(true, ordering: .acquiringAndReleasing) { poll.signal() }
        }
    }

    public func sync(_ work: () -> Void) {
        precondition(!isCurrent, "sync on the queue's own thread would wait for itself: call the work instead")
        withoutActuallyEscaping(work) { work in
            let errand = Errand(work)
            async { errand.run() }
            errand.wait()
        }
    }

    public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        let entry = TimerHeap.Entry(time: time, work: work)
        if isCurrent {
            insert(entry)
        } else {
            async { [self] in insert(entry) }
        }
        return entry
    }

    private func insert(_ entry: TimerHeap.Entry) {
        timers.insert(entry)
        if timers.earliest == entry.time { poll.setTimer(entry.time) }
    }

    /// Calls `handler` on the queue as long as there is something to read from `descriptor`.
    ///
    /// May be called from any thread. The handler reads what there is; otherwise it is called again at once. It is also
    /// called at the end of the input and when the device has failed, both of which reading tells.
    ///
    /// - Parameters:
    ///   - descriptor: A pipe, terminal, socket or device. It stays the caller's, who closes it after disposing.
    ///   - handler: Called on the queue.
    /// - Returns: Disposed, the descriptor is not watched any more. On the queue itself, the handler is then certain not
    ///   to be called again.
    /// - Throws: `RealTimeError.cannotWatch`, with `EPERM` for a regular file: it never has to be waited for.
    public func watch(
        descriptor: Int32, _ handler: @escaping @Sendable () -> Void
    ) throws(RealTimeError) -> any Disposable & Sendable {
        try perform { () throws(RealTimeError) in
            let watch = DescriptorWatch(queue: self, tag: nextTag, descriptor: descriptor, handler: handler)
            try poll.add(descriptor, tag: watch.tag)
            watches[watch.tag] = watch
            nextTag += 1
            return watch
        }
    }

    /// Ends a watch; on the queue itself before this returns.
    fileprivate func remove(_ watch: DescriptorWatch) {
        let removing: @Sendable () -> Void = { [self] in
            if watches.removeValue(forKey: watch.tag) != nil { poll.remove(watch.descriptor) }
        }
        isCurrent ? removing() : async(removing)
    }

    /// Runs what was enqueued before, and ends the thread. Timers and watches end with it.
    ///
    /// To be called once, after which nothing may be handed to the queue. On the queue itself it returns at once, from
    /// elsewhere when the thread has ended.
    public func stop() {
        async { [self] in isStopping = true }
        if !isCurrent { thread.join() }
    }

    // MARK: The queue's thread

    private func run() {
        owner.adopt()
        while !isStopping {
            let isIdle = !isSignalled.load(ordering: .relaxed)
            var timerEnded = false
            poll.wait(sleeping: isIdle) { event in
                switch event {
                case .wakeUp: break
                case .timer: timerEnded = true
                case .descriptor(let tag): watches[tag]?.handler()
                }
            }
            if timerEnded { runDueTimers() }
            runBatch()
        }
        while let work = nextWork() { work() }
        timers = TimerHeap()
        watches = [:]
        owner.abandon()
    }

    private func runDueTimers() {
        let time = now
        while let due = timers.popDue(at: time) { due.run() }
        poll.setTimer(timers.earliest)
    }

    /// Runs work until there is none or the batch is done. Then the flag stays set, and the thread does not sleep.
    private func runBatch() {
        // An exchange, not a store: it must see the work of whoever found the flag set and did not wake the thread up.
        _ = isSignalled.exchange(false, ordering: .acquiringAndReleasing)
        for _ in 0..<Self.batch {
            guard let work = nextWork() else { return }
            work()
        }
        isSignalled.store(true, ordering: .releasing)
    }

    private func nextWork() -> WorkRing.Work? { ring.pop() ?? spill.popFirst() }
}

/// A descriptor that is being watched.
private final class DescriptorWatch: Disposable, Sendable {
    private let queue: RealTimeQueue
    let tag: UInt64
    let descriptor: Int32
    let handler: @Sendable () -> Void

    init(queue: RealTimeQueue, tag: UInt64, descriptor: Int32, handler: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.tag = tag
        self.descriptor = descriptor
        self.handler = handler
    }

    func dispose() { queue.remove(self) }
}
