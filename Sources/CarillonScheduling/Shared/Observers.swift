import Synchronization

/// The observers of a value, in the order of their addition. They are notified of each new value.
///
/// An observer that is removed during a notification is not notified any more. An observer that is added meanwhile is
/// notified of the next value.
@frozen @usableFromInline
package struct Observers<Value> {
    /// An observer that is notified of each new value until it is ended. Any thread may end it.
    @usableFromInline
    package final class Observer: Membership {
        @usableFromInline let consumer: (Value) -> Void
        @usableFromInline let isActive = Atomic(true)
        @exclusivity(unchecked) @usableFromInline package var place = 0

        @inlinable
        init(consumer: @escaping (Value) -> Void) {
            self.consumer = consumer
        }

        @inlinable
        package func tell(_ value: Value) {
            if isActive.load(ordering: .relaxed) { consumer(value) }
        }

        @inlinable
        package func end() {
            isActive.store(false, ordering: .relaxed)
        }
    }

    @usableFromInline var members = Members<Observer>()

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { members.isEmpty }

    @inlinable @discardableResult
    package mutating func add(_ consumer: @escaping (Value) -> Void) -> Observer {
        let observer = Observer(consumer: consumer)
        members.add(observer)
        return observer
    }

    @inlinable
    package mutating func remove(_ observer: Observer) {
        observer.end()
        members.remove(observer)
    }

    @inlinable
    package mutating func removeAll() {
        for observer in members.places { observer?.end() }
        members.removeAll()
    }

    @inlinable
    package func tell(_ value: Value) {
        for observer in members.places { observer?.tell(value) }
    }
}
