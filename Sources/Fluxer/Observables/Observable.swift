import MobiusCore

/// Something that sends values to those who subscribe.
public protocol Observable: Sendable {
    /// What is sent.
    associatedtype T: Sendable

    /// Begins to send.
    ///
    /// May be called from any thread.
    ///
    /// - Parameter onUpdateValue: Called with each value, on the thread that sends it.
    /// - Returns: Disposed, it ends the subscription: nothing is sent after, but what another thread is just sending.
    func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable
}

/// An ``Observable`` whose own type is hidden.
public struct AnyObservable<T: Sendable>: Observable {
    private let subscribeClosure: @Sendable (@escaping @Sendable (T) -> Void) -> any Disposable

    /// Hides the type of `observable`.
    public init<O: Observable>(_ observable: O) where O.T == T {
        subscribeClosure = { onUpdateValue in observable.subscribe(onUpdateValue) }
    }

    public func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable {
        subscribeClosure(onUpdateValue)
    }
}
