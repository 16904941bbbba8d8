import MobiusCore

/// An observable that sends only those values of another observable that pass a test.
public struct Filter<T: Sendable>: Observable {
    fileprivate let source: AnyObservable<T>
    fileprivate let isIncluded: @Sendable (T) -> Bool

    public func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable {
        source.subscribe { [isIncluded] value in
            if isIncluded(value) { onUpdateValue(value) }
        }
    }
}

extension Observable {
    /// Returns an observable of the values for which `isIncluded` returns true.
    ///
    /// - Parameter isIncluded: Called once for each value and subscription, on the thread that sends the value.
    public func filter(_ isIncluded: @escaping @Sendable (T) -> Bool) -> Filter<T> {
        Filter(source: AnyObservable(self), isIncluded: isIncluded)
    }
}
