import CRealTime
import Dispatch
import MobiusCore

/// A serial `DispatchQueue` as a `Scheduler`: for programs whose timing may be that of libdispatch.
///
/// Under load its timers come tens of milliseconds late, as libdispatch serves them on a thread of ordinary priority;
/// what has to be on time belongs on a `RealTimeQueue`.
public final class DispatchScheduler: Scheduler {
    /// Unchecked Sendable: the key is a constant, which Dispatch says since Swift 6.1 only.
    private struct Identity: @unchecked Sendable {
        let key = DispatchSpecificKey<Bool>()
    }

    private let identity = Identity()
    private let queue: DispatchQueue

    /// - Parameter queue: It must be serial.
    public init(_ queue: DispatchQueue) {
        self.queue = queue
        queue.setSpecific(key: identity.key, value: true)
    }

    deinit { queue.setSpecific(key: identity.key, value: nil) }

    public var now: Duration { .nanoseconds(crt_now()) }

    public var isCurrent: Bool { DispatchQueue.getSpecific(key: identity.key) == true }

    public func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    public func sync(_ work: () -> Void) { isCurrent ? work() : queue.sync(execute: work) }

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

/// `@unchecked Sendable`: libdispatch's objects may be used from any thread, which its Swift overlay does not say of all.
private final class DispatchedWork: Disposable, @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    init(timer: any DispatchSourceTimer) {
        self.timer = timer
    }

    func dispose() { timer.cancel() }
}
