import CarillonScheduling
import MobiusCore

/// The pending notifications of a value. Every observer is notified of each change, in the order of the changes, one at
/// a time.
///
/// This type only schedules. Its owner guards it with a lock, and notifies without holding the lock.
@frozen @usableFromInline
struct Announcements<Value> {
    /// A value and its recipients.
    @usableFromInline
    struct Announcement {
        @usableFromInline let value: Value
        /// The only recipient; `nil` for all observers.
        @usableFromInline let observer: Observers<Value>.Registration?

        @inlinable
        init(value: Value, observer: Observers<Value>.Registration?) {
            self.value = value
            self.observer = observer
        }
    }

    @usableFromInline var value: Value
    @usableFromInline var observers = Observers<Value>()
    /// The notifications that are not sent yet.
    @usableFromInline var waiting = FIFO<Announcement>()
    /// Whether a thread is notifying. Notifications that are added meanwhile are left to that thread.
    @usableFromInline var isNotifying = false

    @inlinable
    init(value: Value) {
        self.value = value
    }

    /// - Parameter value: The new value; afterwards the old one, which the owner releases without holding the lock.
    /// - Returns: Whether the caller must send the waiting notifications.
    @inlinable
    mutating func set(_ value: inout Value) -> Bool {
        swap(&self.value, &value)
        return announce()
    }

    /// - Returns: Whether the caller must send the waiting notifications.
    @inlinable
    mutating func announce(to observer: Observers<Value>.Registration? = nil) -> Bool {
        guard isNotifying || !observers.isEmpty else { return false }
        waiting.append(Announcement(value: value, observer: observer))
        defer { isNotifying = true }
        return !isNotifying
    }

    /// - Returns: The next notification and the current observers; `nil` when none is left.
    @inlinable
    mutating func next() -> (announcement: Announcement, observers: Observers<Value>)? {
        guard let announcement = waiting.popFirst() else {
            isNotifying = false
            return nil
        }
        return (announcement, observers)
    }
}
