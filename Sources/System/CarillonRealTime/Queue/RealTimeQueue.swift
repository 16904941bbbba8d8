import CSystem
import CarillonScheduling
import Glibc
import Synchronization

/// A serial queue on a thread of its own, with real-time priority where the system allows it. Use it for a controller that must
/// react on time.
///
/// A `DispatchQueue` cannot guarantee this on Linux. It serves timers and descriptors on a thread of ordinary priority, so that
/// they are up to 100 ms late under load. The one thread of a `RealTimeQueue` sleeps in epoll for all events: work from other
/// threads, a timer, a readable descriptor. The work that it runs can call a loop, a line or a sound without another thread
/// having to wake up.
///
///     any thread ── async ──── Inbox ───┐
///     schedule, every ───── TimerHeap ──┼── EventPoll ── the queue's thread
///     watch(descriptor:) ───────────────┘
///
/// In each turn, the thread first handles the descriptors, then the timers that are due, then work for about 50
/// microseconds. So work that enqueues itself starves neither descriptors nor timers. When work arrives very fast, the
/// thread rests for 20 microseconds between its turns, which avoids a wake-up for each piece of work. Work must not
/// spin, because the kernel throttles a thread of real-time priority that does (see sched(7)). Work must not wait
/// either, because all other work on the queue would wait with it.
///
/// The kernel chooses the processor of the thread, unless `RealTimeConfiguration.cpu` pins it to one. An event from a thread on
/// another processor may take about 20 microseconds longer than an event on the queue itself. Therefore watch the sources of
/// urgent events with `watch(descriptor:)`.
///
/// The queue is also a `SerialExecutor` and a `TaskExecutor`: an actor can run on it.
///
/// The queue ends when `stop` is called, or when its last reference is released. Work on the queue may retain the queue.
public final class RealTimeQueue: Scheduler, BoundedQueue {
    private let core: QueueCore
    private let thread: RealTimeThread

    /// Starts the queue's thread.
    ///
    /// - Parameters:
    ///   - name: The thread's name in `ps -L` and `top -H`. Only the first 15 bytes are used.
    ///   - configuration: The privileges that the thread requests.
    ///   - capacity: The maximum amount of work that waits for the thread, rounded up to a power of two. If the queue is full,
    ///     `tryAsync` returns false, and `async` waits for room. On the queue's own thread, `async` always accepts work.
    ///   - onDenial: Called by this initializer with the denied privileges, if there are any. The default prints one line on
    ///     standard error, once in the life of the process.
    /// - Throws: `RealTimeError.denied` if a required privilege is denied; another `RealTimeError` if the system has
    ///   no thread or descriptor left.
    public init(
        name: String, configuration: RealTimeConfiguration, capacity: Int = 1024,
        onDenial: ([RealTimeDenial]) -> Void = RealTimeDenial.warnOnce
    ) throws(RealTimeError) {
        let core = try QueueCore(name: name, capacity: capacity)
        self.core = core
        do {
            thread = try RealTimeThread(name: name, configuration: configuration, onProcessor: core.run)
        } catch {
            core.end()
            throw error
        }
        if !thread.denials.isEmpty { onDenial(thread.denials) }
    }

    /// Starts the queue's thread, with the highest priority up to `priority` that the system allows.
    ///
    /// - Parameters:
    ///   - name: The thread's name in `ps -L` and `top -H`. Only the first 15 bytes are used.
    ///   - priority: 1 to 99, or 0 for an ordinary thread. Values below 0 count as 0, values above 99 as 99.
    ///   - capacity: The maximum amount of work that waits for the thread, rounded up to a power of two.
    /// - Throws: `RealTimeError` if the system has no thread or descriptor left.
    public convenience init(name: String, priority: Int32 = 50, capacity: Int = 1024) throws(RealTimeError) {
        try self.init(name: name, configuration: RealTimeConfiguration(priority: priority), capacity: capacity)
    }

    /// Starts a queue whose work can wait: its thread stands back for all ordinary threads, and its timers may be 50 µs
    /// late.
    ///
    /// - Throws: `RealTimeError` if the system has no thread or descriptor left.
    package convenience init(background name: String) throws(RealTimeError) {
        try self.init(name: name, configuration: .background)
    }

    deinit { core.close() }

    /// The thread's name in `ps -L` and `top -H`, which keep 15 bytes of it.
    public var name: String { core.name }

    /// The real-time priority granted to the thread, 1 to 99; 0 for an ordinary thread.
    public var grantedPriority: Int32 { thread.grantedPriority }

    /// The privileges that the system denied.
    public var denials: [RealTimeDenial] { thread.denials }

    /// The delays with which timers and ticks have run since the queue was started. May be read from any thread.
    public var lateness: LatencyHistogram { core.lateness }

    /// The number of ticks that periodic timers have left out because the queue was late. May be read from any thread.
    public var missedTicks: Int { core.missedTicks.load(ordering: .relaxed) }

    public var now: Duration { .nanoseconds(crt_now()) }

    public var isCurrent: Bool { core.owner.isCurrent }

    /// Runs `work` on the queue, after all work enqueued before it. May be called from any thread.
    ///
    /// The call allocates no memory; only the creation of a new closure may do so. If the queue is full, a thread other than
    /// the queue's own waits for room. Work on one queue should therefore pass work to another queue with `tryAsync`. After
    /// `stop` the work is released without being run.
    public func async(_ work: @escaping @Sendable () -> Void) {
        _ = core.enqueue(.closure(work))
    }

    /// Enqueues `work`, like `async`, but never waits.
    ///
    /// - Returns: Whether the work will run: false if the queue is full or has been stopped.
    public func tryAsync(_ work: @escaping @Sendable () -> Void) -> Bool {
        core.tryEnqueue(.closure(work))
    }

    /// Runs `work` on the queue and returns after it has run. On the queue itself it runs at once.
    ///
    /// After `stop` the work still runs, because its caller waits for it: on the caller's thread, after the queue's
    /// thread has ended.
    public func sync(_ work: () -> Void) {
        guard !isCurrent else { return work() }
        let isTaken = waitFor(work) { awaited in core.enqueue(.closure(awaited)) }
        if !isTaken { core.syncAfterStop(work) }
    }

    /// Runs `work` on the queue at `time`. After `stop` the work is released without being run.
    public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        core.schedule(.once(work), at: time)
    }

    /// Runs `work` on the queue at `start` and each `period` after it, until the result is disposed or the queue is
    /// stopped. `start` is nil for one period from now. A tick allocates nothing.
    public func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (TimerTick) -> Void
    ) -> any Disposable & Sendable {
        let period = period.asPeriod
        return core.schedule(.periodic(work, period: period), at: firstTick(start, period))
    }

    /// Calls `handler` on the queue as long as there is data to read from `descriptor`.
    ///
    /// May be called from any thread. The handler must read the available data; otherwise it is called again at once.
    /// It is also called at the end of the input and when the device has failed; a read reports both.
    ///
    /// - Parameters:
    ///   - descriptor: A pipe, terminal, socket or device. The caller owns it, and closes it after disposing.
    ///   - handler: Called on the queue.
    /// - Returns: A disposable that ends the watch. After disposing on the queue itself, the handler is not called
    ///   again.
    /// - Throws: `RealTimeError.cannotWatch`, with `EPERM` for a regular file, which is always readable, and with
    ///   `EEXIST` for a descriptor that the queue watches already; `RealTimeError.stopped` after `stop`.
    public func watch(
        descriptor: Int32, _ handler: @escaping @Sendable () -> Void
    ) throws(RealTimeError) -> any Disposable & Sendable {
        try perform { () throws(RealTimeError) in try core.watch(descriptor, handler) }
    }

    /// Runs the work enqueued before the call, and ends the thread, its timers and its watches.
    ///
    /// May be called from any thread, and more than once. On the queue itself the call returns at once; on other threads it
    /// returns after the thread has ended. From then on the queue refuses work: `async` and `schedule` release it, `tryAsync`
    /// returns false, `watch` throws. The queue still runs, one at a time, work that a caller waits for: `sync`, and the tasks
    /// of actors on this queue.
    public func stop() {
        core.close()
        thread.join()
    }

    /// Runs a part of a task, even after `stop`, because a caller awaits the task.
    func run(_ job: UnownedJob) {
        let work = Work.job(job, on: self)
        if !core.enqueue(work) { core.enqueueAfterStop(work) }
    }
}

extension RealTimeQueue {
    /// Starts a queue that writes files. Its thread stands back for all ordinary threads.
    ///
    /// A write beyond the limit of `ulimit -f` fails on it, instead of ending the program.
    ///
    /// - Parameter name: The thread's name in `ps -L` and `top -H`. 15 bytes are kept.
    /// - Throws: `RealTimeError` if the system has no thread or descriptor left.
    package static func writingFiles(name: String) throws(RealTimeError) -> RealTimeQueue {
        let queue = try RealTimeQueue(background: name)
        queue.async {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGXFSZ)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }
        return queue
    }
}

extension RealTimeQueue {
    /// The time since 1970 minus the queue's time. It changes only when the clock is set. May be read from any thread.
    package static var wallClockOffset: Duration { .nanoseconds(crt_wall_offset()) }

    /// Calls a handler on the queue whenever the machine's clock has been set, until the returned disposable is disposed.
    /// Call on the queue.
    ///
    /// - Throws: `RealTimeError` if the system has no descriptor left.
    package func watchWallClock(_ handler: @escaping @Sendable () -> Void) throws(RealTimeError) -> any Disposable {
        let descriptor = crt_wall_changes()
        guard descriptor >= 0 else { throw .noDescriptor(errno: -descriptor) }
        do {
            let watch = try watch(descriptor: descriptor) {
                if crt_wall_changed(descriptor) { handler() }
            }
            return AnonymousDisposable {
                watch.dispose()
                close(descriptor)
            }
        } catch {
            close(descriptor)
            throw error
        }
    }
}

/// Executor conformances, so that an actor can run on the queue:
///
///     actor Lamp {
///         private let queue: RealTimeQueue
///         nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
///     }
///
/// The actor's methods run on the queue's thread, in sequence with all other work. With `withTaskExecutorPreference(queue)`,
/// functions that belong to no actor run on the queue, too. After `stop`, both kinds of functions continue on a thread of
/// ordinary priority, because their callers await them.
extension RealTimeQueue: SerialExecutor, TaskExecutor {
    public func enqueue(_ job: consuming ExecutorJob) {
        run(UnownedJob(job))
    }

    /// Ends the process if the caller is not on the queue. Called by `assumeIsolated` and similar functions.
    public func checkIsolated() {
        precondition(isCurrent, "not on the queue \"\(name)\"")
    }

    /// Returns whether the caller is on the queue. Swift 6.2 and later call this method instead of `checkIsolated`. A false
    /// result does not end the process.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }
}
