import MobiusCore
import Synchronization

/// A queue that a test turns by hand: work waits until ``run()``; whoever runs it is on it.
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

    /// Runs what waits, and what that enqueues.
    func run() {
        while let work = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { enter(work) }
    }

    /// Runs `work` on the queue, as a device would that lives there.
    func enter(_ work: () -> Void) {
        let wasRunning = isRunning.withLock { running in
            defer { running = true }
            return running
        }
        work()
        isRunning.withLock { $0 = wasRunning }
    }
}
