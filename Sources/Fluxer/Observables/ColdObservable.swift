import CarillonScheduling
import MobiusCore
import Synchronization

/// An observable that begins anew for each subscription.
public final class ColdObservable<T: Sendable>: Observable {
    /// Begins to send values to the observer. Answers with what ends that.
    public typealias SubscribeHandler = @Sendable (Observer<T>) -> any Disposable

    private let subscribeHandler: SubscribeHandler

    /// - Parameter subscribeHandler: Called for each subscription, on the thread that subscribes.
    public init(_ subscribeHandler: @escaping SubscribeHandler) {
        self.subscribeHandler = subscribeHandler
    }

    /// The same as ``init(_:)``.
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

/// Who has subscribed to a ``ColdObservable``.
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
