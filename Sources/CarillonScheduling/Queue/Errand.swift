import Dispatch

/// Work that its sender waits for while another thread runs it.
///
/// Unchecked Sendable: the work is run and forgotten by one thread while the other sleeps. It must be forgotten before the
/// sender goes on, because the closure lives no longer than the sender's call.
private final class Errand: @unchecked Sendable {
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

/// Runs `work` through `enqueue`, and returns when it has been run.
///
/// - Parameter enqueue: Has its argument run on another thread, or returns false and drops it.
/// - Returns: What `enqueue` returns.
@discardableResult
package func waitFor(_ work: () -> Void, enqueue: (@escaping @Sendable () -> Void) -> Bool) -> Bool {
    withoutActuallyEscaping(work) { work in
        let errand = Errand(work)
        let isTaken = enqueue { errand.run() }
        if isTaken { errand.done.wait() } else { errand.work = nil }
        return isTaken
    }
}
