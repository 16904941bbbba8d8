import MobiusCore

/// An observable that sends the values of another observable, transformed by a function.
public struct Map<Source: Sendable, Target: Sendable>: Observable {
    fileprivate let source: AnyObservable<Source>
    fileprivate let transform: @Sendable (Source) -> Target

    public func subscribe(_ onUpdateValue: @escaping @Sendable (Target) -> Void) -> any Disposable {
        source.subscribe { [transform] value in onUpdateValue(transform(value)) }
    }
}

extension Observable {
    /// Returns an observable of the results of `transform` for each value.
    ///
    /// - Parameter transform: Called once for each value and subscription, on the thread that sends the value.
    public func map<U: Sendable>(_ transform: @escaping @Sendable (T) -> U) -> Map<T, U> {
        Map(source: AnyObservable(self), transform: transform)
    }
}
