import CarillonScheduling
import MobiusCore

/// A value that notifies its observers when it is set.
///
/// May be read, set and observed from any thread. All observers are notified of each value, in the order in which the
/// values were set, one at a time. A value that an observer sets is sent after the current one. A thread that sets a value
/// while another thread notifies the observers does not block: the other thread also sends that value.
///
/// An `ObservableValue` is also a view: connected to a controller, its value is the model of the controller's loop.
public final class ObservableValue<T: Sendable>: Observable {
    @usableFromInline let announcements: Locked<Announcements<T>>

    /// Creates an observable value.
    ///
    /// - Parameter value: The initial value.
    @inlinable
    public init(_ value: T) {
        announcements = Locked(Announcements(value: value))
    }

    /// The current value. Setting it notifies the observers, even if the new value equals the old one.
    ///
    /// A change in place, such as `+=`, reads and then sets the value: two threads that do so can overwrite each other's
    /// changes. The handlers of a dispatcher cannot, because they run one at a time.
    @inlinable public var value: T {
        get { announcements.withLock { $0.value } }
        set {
            var value = newValue
            if announcements.withLock({ $0.set(&value) }) { notifyObservers() }
        }
    }

    /// Calls `onUpdateValue` with each value that is set from now on.
    ///
    /// - Parameter onUpdateValue: Called on the thread that notifies the observers, usually the thread that sets the value.
    /// - Returns: A disposable that ends the observation. The disposable does not retain this object.
    public func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable {
        subscribe(onUpdateValue, beginningNow: false)
    }

    /// An observable that sends the current value first, and then every value that is set.
    public var startingWithValue: ColdObservable<T> {
        ColdObservable { observer in self.subscribe(observer.send, beginningNow: true) }
    }

    /// Notifies the observers of the current value, as if it had just been set.
    public func publish() {
        if announcements.withLock({ $0.announce() }) { notifyObservers() }
    }

    private func subscribe(
        _ onUpdateValue: @escaping @Sendable (T) -> Void, beginningNow: Bool
    ) -> any Disposable {
        let (observer, mustNotify) = announcements.withLock { announcements in
            let observer = announcements.observers.add(onUpdateValue)
            return (observer, beginningNow && announcements.announce(to: observer))
        }
        if mustNotify { notifyObservers() }
        return AnonymousDisposable { [weak self] in
            observer.end()
            self?.announcements.withLock { $0.observers.remove(observer) }
        }
    }

    @inlinable
    func notifyObservers() {
        while let (announcement, observers) = announcements.withLock({ $0.next() }) {
            if let observer = announcement.observer {
                observer.notify(announcement.value)
            } else {
                observers.notify(announcement.value)
            }
        }
    }
}

extension ObservableValue: Connectable {
    /// Creates a connection that sets the value to each model that it accepts. The last model remains the value after the
    /// connection is disposed.
    public func connect(_ consumer: @escaping Consumer<Never>) -> Connection<T> {
        Connection(acceptClosure: { [self] model in value = model }, disposeClosure: {})
    }
}
