import MobiusCore
import Synchronization

/// A queue that a test runs by hand: work waits until ``run()``. The thread that runs the work is on the queue.
final class ManualQueue: LoopQueue {
    private let waiting = Mutex<[@Sendable () -> Void]>([])
    private let isRunning = Mutex(false)

    /// The test's one thread is on the queue while it runs work.
    var isCurrent: Bool { isRunning.withLock { $0 } }

    var isEmpty: Bool { waiting.withLock { $0.isEmpty } }

    func async(_ work: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(work) }
    }

    func sync(_ work: () -> Void) {
        run()
        enter(work)
    }

    /// Runs the waiting work, and the work that it enqueues.
    func run() {
        while let work = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { enter(work) }
    }

    /// Runs `work` on the queue, as a device on this queue does.
    func enter(_ work: () -> Void) {
        let wasRunning = isRunning.withLock { running in
            defer { running = true }
            return running
        }
        work()
        isRunning.withLock { $0 = wasRunning }
    }
}
