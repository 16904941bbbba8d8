import CarillonScheduling
import MobiusCore

/// Calls its owner at a time that is set again and again, and most often later.
///
/// A time that is put off costs nothing: the queue calls at the earlier time, and is asked anew for the later one.
///
/// `@unchecked Sendable`: used on the queue only.
final class Alarm: @unchecked Sendable {
    private let queue: any Scheduler
    // Not checked for overlapping accesses: they are on one thread, and nothing is called while one lasts.
    @exclusivity(unchecked) private var due: Duration?
    @exclusivity(unchecked) private var scheduled: (time: Duration, work: any Disposable & Sendable)?
    private var ring: @Sendable () -> Void = {}

    /// - Parameter queue: Where the owner is called, and the alarm is used.
    init(on queue: any Scheduler) {
        self.queue = queue
    }

    /// Says whom to call: kept alive until `cancel()`. To be done once, before the alarm is set.
    func rings(_ action: @escaping @Sendable () -> Void) {
        ring = { [self] in
            scheduled = nil
            guard let due else { return }
            guard queue.now >= due else { return schedule(at: due) }
            self.due = nil
            action()
        }
    }

    /// Sets it to `time`, or to no time at all.
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

    /// Lets go of the queue's time and of whom to call. It is not set again.
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
