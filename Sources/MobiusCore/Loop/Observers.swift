/// Those who are told of each new model, in the order in which they came.
///
/// An observer that is removed while a model is being told is not told of it any more; one that is added meanwhile is
/// told of the next.
@frozen @usableFromInline
struct Observers<Model> {
    @usableFromInline var members: [Observer<Model>] = []

    @inlinable init() {}

    @inlinable var isEmpty: Bool { members.isEmpty }

    @inlinable
    mutating func add(_ observer: Observer<Model>) {
        members.append(observer)
    }

    @inlinable
    mutating func remove(_ observer: Observer<Model>) {
        observer.isActive = false
        members.removeAll { $0 === observer }
    }

    @inlinable
    mutating func removeAll() {
        for observer in members { observer.isActive = false }
        members = []
    }

    @inlinable
    func tell(_ model: Model) {
        for observer in members where observer.isActive { observer.consumer(model) }
    }
}

/// One who is told of each new model.
@usableFromInline
final class Observer<Model> {
    @usableFromInline let consumer: (Model) -> Void
    @exclusivity(unchecked) @usableFromInline var isActive = true

    @inlinable
    init(consumer: @escaping (Model) -> Void) {
        self.consumer = consumer
    }
}
