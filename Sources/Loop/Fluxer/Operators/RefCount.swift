import CarillonScheduling
import MobiusCore

/// An observable that is connected to its source while it has subscribers.
public final class RefCount<T: Sendable>: Observable {
    private let source: ConnectableObservable<T>
    private let subscribers = Locked(0)
    private let turn = CallerQueue()
    private let connection: OnQueue<(any Disposable)?>

    init(_ source: ConnectableObservable<T>) {
        self.source = source
        connection = OnQueue(nil, on: turn)
    }

    /// Subscribes to the values. The first subscription connects the source. When the last subscription is disposed, the source
    /// is disconnected.
    public func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable {
        let subscription = source.subscribe(onUpdateValue)
        subscribers.withLock { $0 += 1 }
        connectOrDisconnect()
        return AnonymousDisposable { [self] in
            subscription.dispose()
            subscribers.withLock { $0 -= 1 }
            connectOrDisconnect()
        }
    }

    /// Connects or disconnects the source according to the number of subscribers, which other threads may change
    /// meanwhile.
    private func connectOrDisconnect() {
        turn.async { [self] in
            let isWanted = subscribers.withLock { $0 > 0 }
            if isWanted, connection.value == nil {
                connection.value = source.connect()
            } else if !isWanted {
                connection.value.take()?.dispose()
            }
        }
    }
}

extension Observable {
    /// Returns an observable of the same values. All its subscribers share a single subscription to this observable.
    public func share() -> RefCount<T> {
        RefCount(ConnectableObservable(self))
    }
}
