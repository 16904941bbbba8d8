import CLibrary
import Synchronization

/// The identity of the calling thread. It is never 0, and is reused only after the thread has ended.
@inlinable package var thisThread: UInt64 {
    #if canImport(Glibc)
        UInt64(pthread_self())
    #else
        UInt64(UInt(bitPattern: pthread_self()))
    #endif
}

/// The thread or the task that an object belongs to at present.
///
/// Not a class, because each query would retain the object.
@usableFromInline
package struct Owner: ~Copyable, Sendable {
    private static let none: UInt64 = 0

    @usableFromInline let identity = Atomic(Owner.none)
    private let isTask: Bool

    /// - Parameter isTask: Whether a task remains the owner when it continues on another thread. A test is such a task:
    ///   after an `await` its former thread runs other tasks.
    package init(isTask: Bool = false) {
        self.isTask = isTask
    }

    /// A bit that is set in the identities of tasks and in no thread's.
    @inlinable static var taskBit: UInt64 { 1 << 63 }

    /// Whether the caller is the owner.
    @inlinable @inline(__always) package var isCurrent: Bool {
        let identity = identity.load(ordering: .relaxed)
        return identity & Self.taskBit == 0 ? identity == thisThread : identity == Self.task
    }

    /// Makes the caller the owner.
    package func adopt() { identity.store(current, ordering: .relaxed) }

    /// Makes the caller the owner while `body` runs.
    package func adopt(during body: () -> Void) {
        let previous = identity.exchange(current, ordering: .relaxed)
        defer { identity.store(previous, ordering: .relaxed) }
        body()
    }

    /// Clears the owner. Call before the thread ends, because its identity is reused.
    package func abandon() { identity.store(Self.none, ordering: .relaxed) }

    private var current: UInt64 { isTask ? Self.task ?? thisThread : thisThread }

    /// The identity of the calling task. Not inlined, so that the query of a thread remains small.
    @inline(never) @usableFromInline static var task: UInt64? {
        withUnsafeCurrentTask { task in task.map { UInt64(UInt(bitPattern: $0.hashValue)) | taskBit } }
    }
}
