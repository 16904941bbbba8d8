import CarillonScheduling
import MobiusCore
import Synchronization

/// An observable that calls its function for each new subscription, so that each subscriber receives separate values.
public final class ColdObservable<T: Sendable>: Observable {
    /// A function that starts to send values to an observer, and returns a disposable that stops it.
    public typealias SubscribeHandler = @Sendable (Observer<T>) -> any Disposable

    private let subscribeHandler: SubscribeHandler

    /// Creates an observable from the function that sends its values.
    ///
    /// - Parameter subscribeHandler: Called for each subscription, on the subscribing thread.
    public init(_ subscribeHandler: @escaping SubscribeHandler) {
        self.subscribeHandler = subscribeHandler
    }

    /// Creates an observable, like ``init(_:)``.
    public static func create(_ subscribeHandler: @escaping SubscribeHandler) -> ColdObservable<T> {
        ColdObservable(subscribeHandler)
    }

    public func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable {
        let observer = Observer(onUpdateValue)
        let disposable = subscribeHandler(observer)
        return AnonymousDisposable {
            observer.end()
            disposable.dispose()
        }
    }
}

/// A subscriber of a ``ColdObservable``.
public final class Observer<T: Sendable>: Sendable {
    private let onUpdateValue: @Sendable (T) -> Void
    private let isActive = Atomic(true)

    init(_ onUpdateValue: @escaping @Sendable (T) -> Void) {
        self.onUpdateValue = onUpdateValue
    }

    /// Sends `value`, unless the subscription has ended. May be called from any thread.
    public func send(_ value: T) {
        if isActive.load(ordering: .relaxed) { onUpdateValue(value) }
    }

    func end() {
        isActive.store(false, ordering: .relaxed)
    }
}
