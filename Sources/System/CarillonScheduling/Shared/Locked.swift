import CLibrary

/// A value that several threads use, one at a time.
///
/// An object that is taken out of it must belong to the thread that takes it. No lock is held while other code is
/// called: `body` only reads and changes the value. The lock is a mutex of the C library, because ThreadSanitizer
/// supports it. ThreadSanitizer does not see the hand-over inside Swift's Synchronization module when two threads
/// contend, and would report each one as a race. The holder inherits the priority of a thread that waits for it.
///
/// A class, because Swift 6.0 fails to compile some accesses to a noncopyable struct.
///
/// `@unchecked Sendable`: the value is accessed under the mutex only.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    // Not a stored property: of an empty type it would begin where the object does, and ThreadSanitizer would report a race.
    @usableFromInline let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    @inlinable
    package init(_ value: Value) {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_setprotocol(&attributes, CInt(PTHREAD_PRIO_INHERIT))
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
        self.value.initialize(to: value)
    }

    @inlinable
    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
