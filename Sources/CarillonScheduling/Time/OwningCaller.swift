import CRealTime
import Synchronization

/// The caller that a queue of virtual time belongs to: a task, or a thread that runs no task.
///
/// A test is a task. After an `await` it may continue on another thread, while its former thread runs other tasks. So the
/// thread does not identify the caller.
final class OwningCaller: Sendable {
    /// Set in the identity of a task, and in no thread's.
    private static let taskBit: UInt64 = 1 << 63
    private static let none: UInt64 = 0

    private let identity = Atomic(OwningCaller.none)

    /// Whether the caller is the owner.
    var isCurrent: Bool {
        let identity = identity.load(ordering: .relaxed)
        return identity & Self.taskBit == 0 ? identity == crt_thread_self() : identity == Self.task
    }

    /// Makes the caller the owner.
    func adopt() { identity.store(Self.current, ordering: .relaxed) }

    /// Makes the caller the owner while `body` runs.
    func adopt(during body: () -> Void) {
        let previous = identity.exchange(Self.current, ordering: .relaxed)
        defer { identity.store(previous, ordering: .relaxed) }
        body()
    }

    private static var current: UInt64 { task ?? crt_thread_self() }

    /// The identity of the calling task.
    private static var task: UInt64? {
        withUnsafeCurrentTask { task in task.map { UInt64(UInt(bitPattern: $0.hashValue)) | taskBit } }
    }
}
