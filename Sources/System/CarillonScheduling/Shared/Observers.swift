import Synchronization

/// The observers of a value, in the order of their addition. They are notified of each new value.
///
/// An observer that is removed during a notification is not notified any more. An observer that is added meanwhile is
/// notified of the next value.
@frozen @usableFromInline
package struct Observers<Value> {
    /// The registration of an observer, which is notified of each new value until the registration is ended. Any thread
    /// may end it.
    @usableFromInline
    package final class Registration: Membership {
        @usableFromInline let consumer: (Value) -> Void
        @usableFromInline let isActive = Atomic(true)
        @exclusivity(unchecked) @usableFromInline package var index = 0

        @inlinable
        init(consumer: @escaping (Value) -> Void) {
            self.consumer = consumer
        }

        @inlinable
        package func notify(_ value: Value) {
            if isActive.load(ordering: .relaxed) { consumer(value) }
        }

        @inlinable
        package func end() {
            isActive.store(false, ordering: .relaxed)
        }
    }

    @usableFromInline var members = Members<Registration>()

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { members.isEmpty }

    @inlinable @discardableResult
    package mutating func add(_ consumer: @escaping (Value) -> Void) -> Registration {
        let registration = Registration(consumer: consumer)
        members.add(registration)
        return registration
    }

    @inlinable
    package mutating func remove(_ registration: Registration) {
        registration.end()
        members.remove(registration)
    }

    @inlinable
    package mutating func removeAll() {
        for registration in members.slots { registration?.end() }
        members.removeAll()
    }

    @inlinable
    package func notify(_ value: Value) {
        for registration in members.slots { registration?.notify(value) }
    }
}
