import CarillonScheduling
import MobiusCore

/// A timer whose time is set again and again, usually to a later one.
///
/// Postponing the timer costs nothing: the queue calls at the earlier time, and is then scheduled for the later one.
///
/// `@unchecked Sendable`: used on the queue only.
final class ResettableTimer: @unchecked Sendable {
    private let queue: any Scheduler
    // Unchecked: all accesses are on one thread, and no call is made during an access.
    @exclusivity(unchecked) private var due: Duration?
    @exclusivity(unchecked) private var scheduled: (time: Duration, work: any Disposable & Sendable)?
    private var fire: @Sendable () -> Void = {}

    /// - Parameter queue: The queue on which the timer is used and calls its owner.
    init(on queue: any Scheduler) {
        self.queue = queue
    }

    /// Sets the owner's callback, which is retained until `cancel()`. Call once, before the timer is set.
    func onFire(_ action: @escaping @Sendable () -> Void) {
        fire = { [self] in
            scheduled = nil
            guard let due else { return }
            guard queue.now >= due else { return schedule(at: due) }
            self.due = nil
            action()
        }
    }

    /// Whether the timer is set to a time.
    var isSet: Bool { due != nil }

    /// Sets the timer to `time`; nil clears it.
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

    /// Cancels the scheduled work and releases the owner's callback. The timer must not be set again.
    func cancel() {
        queue.assertCurrent()
        due = nil
        fire = {}
        scheduled?.work.dispose()
        scheduled = nil
    }

    private func schedule(at time: Duration) {
        scheduled = (time, queue.schedule(at: time, fire))
    }
}
