import CRealTime
import Dispatch

/// A `DispatchQueue` as a `Scheduler`: for programs whose timing may be that of libdispatch.
///
/// Under load its timers come tens of milliseconds late, as libdispatch serves them on a thread of ordinary priority;
/// what has to be on time belongs on a `RealTimeQueue`.
///
/// A concurrent queue of the program's is used with barriers; a global one, which knows no barriers, through a serial
/// queue that targets it. Several schedulers of one queue know each other's work as their own.
public final class DispatchScheduler: Scheduler {
    /// Marks the work of one queue. The `DispatchQueue` itself cannot: on Linux it is one of several wrappers.
    private final class Mark: Sendable {}

    /// Unchecked Sendable: the key is a constant, which Dispatch says since Swift 6.1 only.
    private struct Key: @unchecked Sendable {
        let mark = DispatchSpecificKey<Mark>()
    }

    private static let key = Key()
    private static let marking = Locked(())

    private let queue: DispatchQueue
    private let mark: Mark

    /// - Parameter queue: Where timers are used, it must be serial or global.
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

    /// Whether both are the same `DispatchQueue`.
    @usableFromInline
    package func isSame(as other: DispatchScheduler) -> Bool { mark === other.mark }

    public var now: Duration { .nanoseconds(crt_now()) }

    public var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key.mark) === mark }

    public func async(_ work: @escaping @Sendable () -> Void) { queue.async(flags: .barrier, execute: work) }

    public func sync(_ work: () -> Void) { isCurrent ? work() : queue.sync(flags: .barrier, execute: work) }

    public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(max(1, time.wholeNanoseconds))))
        // The source and its handler hold each other until it is cancelled.
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
    /// Whether the queue is one of libdispatch's own, apart from the main queue.
    fileprivate var isGlobal: Bool { label.hasPrefix("com.apple.root.") }
}

/// `@unchecked Sendable`: libdispatch's objects may be used from any thread, which its Swift overlay does not say of all.
private final class DispatchedWork: Disposable, @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    init(timer: any DispatchSourceTimer) {
        self.timer = timer
    }

    func dispose() { timer.cancel() }
}
