import CarillonScheduling
import MobiusCore

/// Decides who is told what of a value, and when: everybody of each change, in the order of the changes, one at a time.
///
/// This type only decides. Its owner keeps it under a lock, and tells without holding that.
@frozen @usableFromInline
struct Announcements<Value> {
    /// A value, and who is told of it.
    @usableFromInline
    struct Announcement {
        @usableFromInline let value: Value
        /// The only one who is told; `nil` for all observers.
        @usableFromInline let observer: Observers<Value>.Observer?

        @inlinable
        init(value: Value, observer: Observers<Value>.Observer?) {
            self.value = value
            self.observer = observer
        }
    }

    @usableFromInline var value: Value
    @usableFromInline var observers = Observers<Value>()
    /// What is still to be told.
    @usableFromInline var waiting = FIFO<Announcement>()
    /// Whether somebody is telling: whatever is added meanwhile is left to that one.
    @usableFromInline var isTelling = false

    @inlinable
    init(value: Value) {
        self.value = value
    }

    /// - Parameter value: The new value; afterwards the old one, which the owner lets go of without holding the lock.
    /// - Returns: Whether the caller is to tell what waits.
    @inlinable
    mutating func set(_ value: inout Value) -> Bool {
        swap(&self.value, &value)
        return announce()
    }

    /// - Returns: Whether the caller is to tell what waits.
    @inlinable
    mutating func announce(to observer: Observers<Value>.Observer? = nil) -> Bool {
        guard isTelling || !observers.isEmpty else { return false }
        waiting.append(Announcement(value: value, observer: observer))
        defer { isTelling = true }
        return !isTelling
    }

    /// - Returns: What to tell, and the observers of the moment; `nil` when all has been told.
    @inlinable
    mutating func next() -> (announcement: Announcement, observers: Observers<Value>)? {
        guard let announcement = waiting.popFirst() else {
            isTelling = false
            return nil
        }
        return (announcement, observers)
    }
}
