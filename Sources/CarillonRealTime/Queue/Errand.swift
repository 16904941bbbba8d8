import Dispatch

/// Work that its sender waits for.
///
/// `@unchecked Sendable`: the work is run and forgotten by one thread while the other sleeps in `wait`. It must be
/// forgotten before the sender goes on: the closure lives no longer than the sender's call.
final class Errand: @unchecked Sendable {
    private var work: (() -> Void)?
    private let done = DispatchSemaphore(value: 0)

    init(_ work: @escaping () -> Void) {
        self.work = work
    }

    func run() {
        work?()
        work = nil
        done.signal()
    }

    func wait() { done.wait() }

    /// Nobody is going to run it.
    func forget() { work = nil }
}
