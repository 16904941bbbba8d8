import CRealTime
import CarillonScheduling
import Synchronization

/// A serial queue on a thread of its own, of real-time priority where the system allows it: what a controller keeps
/// its timing on.
///
/// A `DispatchQueue` cannot be that on Linux: its timers and descriptors are served by a thread of ordinary priority,
/// and come up to 100 ms late under load. This queue's one thread sleeps in epoll for whatever comes first: work from
/// other threads, a timer, a descriptor that is readable. What it then runs can talk to a loop, a line or a sound
/// without another thread having to wake up.
///
///     any thread ── async ──── Inbox ───┐
///     schedule, every ───── TimerHeap ──┼── EventPoll ── the queue's thread
///     watch(descriptor:) ───────────────┘
///
/// In each turn come the descriptors first, then the timers that are due, then work for some 50 microseconds, so that
/// work that enqueues itself starves neither. When work comes in floods, the thread rests for 20 microseconds between
/// its turns, rather than be woken up for each piece. Work must not wait: a thread of real-time priority that spins is throttled by
/// the kernel (see sched(7)).
///
/// The queue is also a `SerialExecutor` and a `TaskExecutor`: an actor can live on it.
///
/// It ends with `stop`, or when nobody holds it any more; what it runs, or is going to, may hold it.
public final class RealTimeQueue: Scheduler, BoundedQueue {
    private let core: QueueCore
    private let thread: RealTimeThread

    /// Starts the queue's thread.
    ///
    /// - Parameters:
    ///   - name: What `ps -L` and `top -H` call the thread. 15 bytes are kept.
    ///   - configuration: What the thread asks of the system.
    ///   - capacity: How much work can wait for the thread, rounded up to a power of two. Another thread that finds the
    ///     queue full waits for a place in `async`, and is refused in `tryAsync`; the queue's own thread always has one.
    ///   - onRefusal: Told in this call what the system refused, if anything. The default says it in one line on standard
    ///     error, once in the life of the process.
    /// - Throws: `RealTimeError.refused` if something that is required is refused; another `RealTimeError` if the system
    ///   has no thread or descriptor left.
    public init(
        name: String, configuration: RealTimeConfiguration, capacity: Int = 1024,
        onRefusal: ([RealTimeRefusal]) -> Void = RealTimeRefusal.warnOnce
    ) throws(RealTimeError) {
        let core = try QueueCore(name: name, capacity: capacity)
        self.core = core
        do {
            thread = try RealTimeThread(name: name, configuration: configuration, onProcessor: core.run)
        } catch {
            core.end()
            throw error
        }
        if !thread.refusals.isEmpty { onRefusal(thread.refusals) }
    }

    /// Starts the queue's thread, with the highest priority up to `priority` that the system allows.
    ///
    /// - Parameters:
    ///   - name: What `ps -L` and `top -H` call the thread. 15 bytes are kept.
    ///   - priority: 1 to 99, or 0 for an ordinary thread.
    ///   - capacity: How much work can wait for the thread.
    /// - Throws: `RealTimeError` if the system has no thread or descriptor left.
    public convenience init(name: String, priority: Int32 = 50, capacity: Int = 1024) throws(RealTimeError) {
        try self.init(name: name, configuration: RealTimeConfiguration(priority: priority), capacity: capacity)
    }

    deinit { core.close() }

    /// What `ps -L` and `top -H` call the thread.
    public var name: String { core.name }

    /// The real-time priority that the thread got, 1 to 99; 0 if it is an ordinary thread.
    public var grantedPriority: Int32 { thread.grantedPriority }

    /// What the system refused: why the queue is not more real-time than it is.
    public var refusals: [RealTimeRefusal] { thread.refusals }

    /// How late timers and ticks have been run, since the queue was started. May be read from any thread.
    public var lateness: LatencyHistogram { core.lateness }

    /// How many ticks have been missed, of all periodic timers together. May be read from any thread.
    public var missedTicks: Int { core.missedTicks.load(ordering: .relaxed) }

    public var now: Duration { .nanoseconds(crt_now()) }

    public var isCurrent: Bool { core.owner.isCurrent }

    /// Runs `work` on the queue, after all that was enqueued before it. May be called from any thread.
    ///
    /// Nothing is allocated: a closure that was made before, and is kept, costs nothing but its passing. When the queue
    /// is full, another thread than its own waits here for a place; so work of a queue should hand work to another queue
    /// with `tryAsync`. After `stop` the work is let go of, and not run.
    public func async(_ work: @escaping @Sendable () -> Void) {
        _ = core.enqueue(.closure(work))
    }

    /// Like `async`, but never waits.
    ///
    /// - Returns: Whether the work is going to be run: false if the queue is full or has been stopped.
    public func tryAsync(_ work: @escaping @Sendable () -> Void) -> Bool {
        core.tryEnqueue(.closure(work))
    }

    /// Runs `work` on the queue and returns when it has been run. On the queue itself it runs at once.
    ///
    /// After `stop` it is run, too, as its caller waits for it: on the caller's thread, when the queue's has ended.
    public func sync(_ work: () -> Void) {
        guard !isCurrent else { return work() }
        let isTaken = waitFor(work) { errand in core.enqueue(.closure(errand)) }
        if !isTaken { core.syncAfterwards(work) }
    }

    /// Runs `work` on the queue when `time` has come. After `stop` it is let go of, and not run.
    public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        core.schedule(.once(work), at: time)
    }

    /// Runs `work` on the queue at `start` and each `period` after it, until disposed or stopped. A tick allocates
    /// nothing.
    public func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Disposable & Sendable {
        let period = period.asPeriod
        return core.schedule(.periodic(work, period: period), at: firstTick(start, period))
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
    /// - Throws: `RealTimeError.cannotWatch`, with `EPERM` for a regular file, which never has to be waited for, and with
    ///   `EEXIST` for one that the queue watches already; `RealTimeError.stopped` after `stop`.
    public func watch(
        descriptor: Int32, _ handler: @escaping @Sendable () -> Void
    ) throws(RealTimeError) -> any Disposable & Sendable {
        try perform { () throws(RealTimeError) in try core.watch(descriptor, handler) }
    }

    /// Runs what was enqueued before, and ends the thread. Timers and watches end with it.
    ///
    /// May be called from any thread, and more than once. On the queue itself it returns at once, from elsewhere when the
    /// thread has ended. From then on the queue takes nothing: `async` and `schedule` let go of the work, `tryAsync` says
    /// false, `watch` throws. Only what somebody waits for is still run, one at a time: `sync`, and the tasks of actors
    /// that live here.
    public func stop() {
        core.close()
        thread.join()
    }

    /// Runs a part of a task, also after `stop`: somebody awaits it.
    func run(_ job: UnownedJob) {
        let work = Work.job(job, on: self)
        if !core.enqueue(work) { core.enqueueAfterwards(work) }
    }
}
