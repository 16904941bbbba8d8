import CRealTime
import Synchronization

/// Which thread somebody belongs to at present, and whether that is the calling one.
final class OwningThread: Sendable {
    private static let none: UInt64 = 0

    private let thread = Atomic(OwningThread.none)

    /// Whether the calling thread is the owner.
    var isCurrent: Bool { thread.load(ordering: .relaxed) == crt_thread_self() }

    /// Makes the calling thread the owner.
    func adopt() {
        thread.store(crt_thread_self(), ordering: .relaxed)
    }

    /// Makes the calling thread the owner while `body` runs.
    func adopt(during body: () -> Void) {
        let previous = thread.exchange(crt_thread_self(), ordering: .relaxed)
        defer { thread.store(previous, ordering: .relaxed) }
        body()
    }

    /// Leaves nobody as the owner: a thread's number is used again once it has ended.
    func abandon() {
        thread.store(Self.none, ordering: .relaxed)
    }
}
