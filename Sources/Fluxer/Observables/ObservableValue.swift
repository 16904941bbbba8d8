import CarillonScheduling
import MobiusCore

/// A value that tells its observers when it is set.
///
/// It may be read, set and observed from any thread. All observers are told of each value, in the order in which they were
/// set and one at a time: a value that is set by an observer follows after the present one; one that another thread sets
/// meanwhile is told by the thread that is at it, and nobody waits.
///
/// It also is a view: connected to a controller, it holds the model of the controller's loop.
public final class ObservableValue<T: Sendable>: Observable {
    @usableFromInline let announcements: Locked<Announcements<T>>

    /// - Parameter value: What it is to begin with.
    @inlinable
    public init(_ value: T) {
        announcements = Locked(Announcements(value: value))
    }

    /// The value now. Setting it tells the observers, also of a value that equals the old one.
    ///
    /// Changing it in place, as `+=` does, is to get and to set it: two threads that do so can undo each other's work. The
    /// handlers of a dispatcher cannot, because they run one at a time.
    @inlinable public var value: T {
        get { announcements.withLock { $0.value } }
        set {
            var value = newValue
            if announcements.withLock({ $0.set(&value) }) { tell() }
        }
    }

    /// Tells `onUpdateValue` of each value that is set from now on.
    ///
    /// - Parameter onUpdateValue: Called on the thread that sets the value.
    /// - Returns: Disposed, it ends the observation. The value does not live on because of it.
    public func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable {
        subscribe(onUpdateValue, beginningNow: false)
    }

    /// An observable that begins with the value there is, and goes on with those that are set.
    public var startingWithValue: ColdObservable<T> {
        ColdObservable { observer in self.subscribe(observer.send, beginningNow: true) }
    }

    /// Tells the observers what the value is, as if it had just been set.
    public func publish() {
        if announcements.withLock({ $0.announce() }) { tell() }
    }

    private func subscribe(
        _ onUpdateValue: @escaping @Sendable (T) -> Void, beginningNow: Bool
    ) -> any Disposable {
        let (observer, isToTell) = announcements.withLock { announcements in
            let observer = announcements.observers.add(onUpdateValue)
            return (observer, beginningNow && announcements.announce(to: observer))
        }
        if isToTell { tell() }
        return AnonymousDisposable { [weak self] in
            observer.end()
            self?.announcements.withLock { $0.observers.remove(observer) }
        }
    }

    @inlinable
    func tell() {
        while let (announcement, observers) = announcements.withLock({ $0.next() }) {
            if let observer = announcement.observer {
                observer.tell(announcement.value)
            } else {
                observers.tell(announcement.value)
            }
        }
    }
}

extension ObservableValue: Connectable {
    /// Sets the value to each model that the connection takes, and leaves the last one when it is disposed.
    public func connect(_ consumer: @escaping Consumer<Never>) -> Connection<T> {
        Connection(acceptClosure: { [self] model in value = model }, disposeClosure: {})
    }
}
