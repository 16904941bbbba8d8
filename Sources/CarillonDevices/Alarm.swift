import CarillonScheduling
import MobiusCore

/// An alarm whose time is set again and again, usually to a later one.
///
/// Postponing the alarm costs nothing: the queue calls at the earlier time, and is then scheduled for the later one.
///
/// `@unchecked Sendable`: used on the queue only.
final class Alarm: @unchecked Sendable {
    private let queue: any Scheduler
    // Unchecked: all accesses are on one thread, and no call is made during an access.
    @exclusivity(unchecked) private var due: Duration?
    @exclusivity(unchecked) private var scheduled: (time: Duration, work: any Disposable & Sendable)?
    private var ring: @Sendable () -> Void = {}

    /// - Parameter queue: The queue on which the alarm is used and calls its owner.
    init(on queue: any Scheduler) {
        self.queue = queue
    }

    /// Sets the owner's callback, which is retained until `cancel()`. Call once, before the alarm is set.
    func onFire(_ action: @escaping @Sendable () -> Void) {
        ring = { [self] in
            scheduled = nil
            guard let due else { return }
            guard queue.now >= due else { return schedule(at: due) }
            self.due = nil
            action()
        }
    }

    /// Sets the alarm to `time`; nil clears it.
    func set(to time: Duration?) {
        queue.assertCurrent()
        due = time
        guard let time else { return }
        if let scheduled {
            guard time < scheduled.time else { return }
            scheduled.work.dispose()
        }
        schedule(at: time)
    }

    /// Cancels the scheduled work and releases the owner's callback. The alarm must not be set again.
    func cancel() {
        queue.assertCurrent()
        due = nil
        ring = {}
        scheduled?.work.dispose()
        scheduled = nil
    }

    private func schedule(at time: Duration) {
        scheduled = (time, queue.schedule(at: time, ring))
    }
}
