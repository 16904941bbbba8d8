import Synchronization

/// Those who are told of each new model, in the order in which they came.
///
/// An observer that is removed while a model is being told is not told of it any more; one that is added meanwhile is
/// told of the next.
@frozen @usableFromInline
package struct Observers<Model> {
    @usableFromInline var members = Members<Observer<Model>>()

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { members.isEmpty }

    @inlinable
    package mutating func add(_ observer: Observer<Model>) {
        members.add(observer)
    }

    @inlinable
    package mutating func remove(_ observer: Observer<Model>) {
        observer.end()
        members.remove(observer)
    }

    @inlinable
    mutating func removeAll() {
        for observer in members.places { observer?.end() }
        members.removeAll()
    }

    @inlinable
    package func tell(_ model: Model) {
        for observer in members.places { observer?.tell(model) }
    }
}

/// One who is told of each new model, until that is ended, which any thread may do.
@usableFromInline
package final class Observer<Model>: Membership {
    @usableFromInline let consumer: (Model) -> Void
    @usableFromInline let isActive = Atomic(true)
    @exclusivity(unchecked) @usableFromInline package var place = 0

    @inlinable
    package init(consumer: @escaping (Model) -> Void) {
        self.consumer = consumer
    }

    @inlinable
    package func tell(_ model: Model) {
        if isActive.load(ordering: .relaxed) { consumer(model) }
    }

    @inlinable
    package func end() {
        isActive.store(false, ordering: .relaxed)
    }
}
