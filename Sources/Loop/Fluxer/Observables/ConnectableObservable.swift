import CarillonScheduling
import MobiusCore

/// An observable that passes on the values of a source. It subscribes to the source when `connect()` is called, once for all
/// its subscribers.
public final class ConnectableObservable<T: Sendable>: Observable {
    private let source: AnyObservable<T>
    private let subscribers = Subscribers()

    /// Separate from the observable, so that a source that holds the subscribers does not hold itself.
    private final class Subscribers: Sendable {
        let observers = Locked(Observers<T>())
    }

    /// Creates an observable that is not connected.
    ///
    /// - Parameter source: The source of the values.
    public init<O: Observable>(_ source: O) where O.T == T {
        self.source = AnyObservable(source)
    }

    /// Starts passing on the values of the source.
    ///
    /// - Returns: A disposable that disconnects from the source.
    public func connect() -> any Disposable {
        source.subscribe { [subscribers] value in
            subscribers.observers.withLock { $0 }.notify(value)
        }
    }

    /// Calls `onUpdateValue` with each value that arrives while this observable is connected.
    public func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable {
        let observer = subscribers.observers.withLock { $0.add(onUpdateValue) }
        return AnonymousDisposable { [subscribers] in
            subscribers.observers.withLock { $0.remove(observer) }
        }
    }
}
