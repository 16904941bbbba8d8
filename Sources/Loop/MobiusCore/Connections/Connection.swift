import Synchronization

/// A connection to a ``Connectable``: it accepts values until it is disposed.
///
/// A connection may be used on one queue at a time: usually the loop's queue, on which it was created.
public final class Connection<Value>: Disposable {
    @usableFromInline let acceptClosure: (Value) -> Void
    @usableFromInline let disposeClosure: () -> Void
    @usableFromInline let isDisposed = Atomic(false)

    /// Creates a connection from two closures.
    ///
    /// - Parameters:
    ///   - acceptClosure: Called with each value.
    ///   - disposeClosure: Called once, when the connection is disposed.
    @inlinable
    public init(acceptClosure: @escaping (Value) -> Void, disposeClosure: @escaping () -> Void) {
        self.acceptClosure = acceptClosure
        self.disposeClosure = disposeClosure
    }

    /// Passes `value` to the connectable. Ignored after ``dispose()``.
    @inlinable
    public func accept(_ value: Value) {
        guard !isDisposed.load(ordering: .relaxed) else { return }
        acceptClosure(value)
    }

    /// Ends the connection. Disposing a second time has no effect.
    @inlinable
    public func dispose() {
        guard !isDisposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        disposeClosure()
    }
}
