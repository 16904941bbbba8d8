import CRealTime
import Synchronization

/// Which thread somebody belongs to at present, and whether that is the calling one.
package final class OwningThread: Sendable {
    private static let none: UInt64 = 0

    @usableFromInline let thread = Atomic(OwningThread.none)

    package init() {}

    /// Whether the calling thread is the owner.
    @inlinable package var isCurrent: Bool { thread.load(ordering: .relaxed) == crt_thread_self() }

    /// Makes the calling thread the owner.
    package func adopt() {
        thread.store(crt_thread_self(), ordering: .relaxed)
    }

    /// Makes the calling thread the owner while `body` runs.
    package func adopt(during body: () -> Void) {
        let previous = thread.exchange(crt_thread_self(), ordering: .relaxed)
        defer { thread.store(previous, ordering: .relaxed) }
        body()
    }

    /// Leaves nobody as the owner: a thread's number is used again once it has ended.
    package func abandon() {
        thread.store(Self.none, ordering: .relaxed)
    }
}
