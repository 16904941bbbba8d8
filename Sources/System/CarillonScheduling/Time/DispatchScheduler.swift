import CSystem
import Dispatch

/// A `Scheduler` that adapts a `DispatchQueue`, for programs for which libdispatch's timing is sufficient.
///
/// Under load its timers fire tens of milliseconds late, because libdispatch serves them on a thread of ordinary
/// priority. Use a `RealTimeQueue` for work that has to be on time.
///
/// The scheduler runs its work one item at a time. On a concurrent queue it uses barriers. Global queues do not support
/// barriers, so for a global queue it uses a serial queue that targets the global one. `isCurrent` is also true in the work of
/// other schedulers of the same queue, unless that is a global queue.
public final class DispatchScheduler: Scheduler {
    /// Identifies the work of one queue. The `DispatchQueue` itself cannot, because on Linux it is one of several
    /// wrappers.
    private final class Mark: Sendable {}

    /// Unchecked Sendable: the key is a constant, which Dispatch declares since Swift 6.1 only.
    private struct Key: @unchecked Sendable {
        let mark = DispatchSpecificKey<Mark>()
    }

    private static let key = Key()
    private static let marking = Locked(())

    private let queue: DispatchQueue
    private let mark: Mark

    /// Creates a scheduler for a queue.
    ///
    /// - Parameter queue: The queue to adapt. If timers are used, it must be serial or global.
    public init(_ queue: DispatchQueue) {
        let serial = queue.isGlobal ? DispatchQueue(label: "Carillon", target: queue) : queue
        self.queue = serial
        mark = Self.marking.withLock { _ in
            if let mark = serial.getSpecific(key: Self.key.mark) { return mark }
            let mark = Mark()
            serial.setSpecific(key: Self.key.mark, value: mark)
            return mark
        }
    }

    /// Returns whether both adapt the same `DispatchQueue`.
    @usableFromInline
    package func isSame(as other: DispatchScheduler) -> Bool { mark === other.mark }

    public var now: Duration { .nanoseconds(crt_now()) }

    public var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key.mark) === mark }

    public func async(_ work: @escaping @Sendable () -> Void) { queue.async(flags: .barrier, execute: work) }

    public func sync(_ work: () -> Void) { isCurrent ? work() : queue.sync(flags: .barrier, execute: work) }

    public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(max(1, time.wholeNanoseconds))))
        // The source and its handler retain each other until the source is cancelled.
        let scheduled = DispatchedWork(timer: timer)
        timer.setEventHandler {
            scheduled.dispose()
            work()
        }
        timer.resume()
        return scheduled
    }
}

extension DispatchQueue {
    /// Whether the queue is one of libdispatch's own, except for the main queue.
    fileprivate var isGlobal: Bool { label.hasPrefix("com.apple.root.") }
}

/// `@unchecked Sendable`: libdispatch's objects may be used from any thread, but its Swift overlay does not declare it
/// for all of them.
private final class DispatchedWork: Disposable, @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    init(timer: any DispatchSourceTimer) {
        self.timer = timer
    }

    func dispose() { timer.cancel() }
}
