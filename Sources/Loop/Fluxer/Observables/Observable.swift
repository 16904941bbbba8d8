import MobiusCore

/// A source that sends values to its subscribers.
public protocol Observable: Sendable {
    /// The type of the values.
    associatedtype T: Sendable

    /// Subscribes to the values.
    ///
    /// May be called from any thread.
    ///
    /// - Parameter onUpdateValue: Called with each value, on the thread that sends it.
    /// - Returns: A disposable that ends the subscription. After disposing, only a value that another thread is already sending
    ///   may still arrive.
    func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable
}

/// A type-erased ``Observable``.
public struct AnyObservable<T: Sendable>: Observable {
    private let subscribeClosure: @Sendable (@escaping @Sendable (T) -> Void) -> any Disposable

    /// Erases the type of `observable`.
    public init<O: Observable>(_ observable: O) where O.T == T {
        subscribeClosure = { onUpdateValue in observable.subscribe(onUpdateValue) }
    }

    public func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable {
        subscribeClosure(onUpdateValue)
    }
}

extension Observable {
    /// An event source that sends the values to a loop as events.
    ///
    ///     .withEventSource(store.isQuiet.startingWithValue.map(BellEvent.quietChanged).asEventSource)
    public var asEventSource: AnyEventSource<T> {
        AnyEventSource { consumer in self.subscribe(consumer) }
    }
}
