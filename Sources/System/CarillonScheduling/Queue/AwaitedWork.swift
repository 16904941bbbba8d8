import Dispatch

/// Work that another thread runs while its sender waits.
///
/// Unchecked Sendable: one thread runs and releases the work while the other sleeps. It must release the work before
/// the sender continues, because the closure is valid only during the sender's call.
private final class AwaitedWork: @unchecked Sendable {
    var work: (() -> Void)?
    let done = DispatchSemaphore(value: 0)

    init(_ work: @escaping () -> Void) {
        self.work = work
    }

    func run() {
        work?()
        work = nil
        done.signal()
    }
}

/// Runs `work` through `enqueue`, and returns after it has run.
///
/// - Parameter enqueue: Runs its argument on another thread, or returns false and drops it.
/// - Returns: The result of `enqueue`.
@discardableResult
package func waitFor(_ work: () -> Void, enqueue: (@escaping @Sendable () -> Void) -> Bool) -> Bool {
    withoutActuallyEscaping(work) { work in
        let awaited = AwaitedWork(work)
        let isTaken = enqueue { awaited.run() }
        if isTaken { awaited.done.wait() } else { awaited.work = nil }
        return isTaken
    }
}
