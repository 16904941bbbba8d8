import CarillonScheduling
import MobiusCore

/// An observable that subscribes to another one once for all its own subscribers, when it is told to.
public final class ConnectableObservable<T: Sendable>: Observable {
    private let source: AnyObservable<T>
    private let subscribers = Subscribers()

    /// Apart from the observable, so that a source that holds them does not hold itself.
    private final class Subscribers: Sendable {
        let observers = Locked(Observers<T>())
    }

    /// - Parameter source: What the values come from.
    public init<O: Observable>(_ source: O) where O.T == T {
        self.source = AnyObservable(source)
    }

    /// Begins to pass on the values of the source.
    ///
    /// - Returns: Disposed, it ends that.
    public func connect() -> any Disposable {
        source.subscribe { [subscribers] value in
            subscribers.observers.withLock { $0 }.tell(value)
        }
    }

    /// Tells `onUpdateValue` of each value that comes while this observable is connected.
    public func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable {
        let observer = subscribers.observers.withLock { $0.add(onUpdateValue) }
        return AnonymousDisposable { [subscribers] in
            subscribers.observers.withLock { $0.remove(observer) }
        }
    }
}
