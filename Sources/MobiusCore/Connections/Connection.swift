import Synchronization

/// The use of a ``Connectable``: it accepts values until it is disposed.
///
/// A connection belongs to the queue on which it was created, like the loop that created it.
public final class Connection<Value>: Disposable {
    @usableFromInline let acceptClosure: (Value) -> Void
    @usableFromInline let disposeClosure: () -> Void
    @usableFromInline let isDisposed = Atomic(false)

    /// Creates a connection from two closures.
    ///
    /// - Parameters:
    ///   - acceptClosure: Takes a value.
    ///   - disposeClosure: Ends the use. Called once.
    @inlinable
    public init(acceptClosure: @escaping (Value) -> Void, disposeClosure: @escaping () -> Void) {
        self.acceptClosure = acceptClosure
        self.disposeClosure = disposeClosure
    }

    /// Passes on `value`. Ignores it after ``dispose()``.
    @inlinable
    public func accept(_ value: Value) {
        guard !isDisposed.load(ordering: .relaxed) else { return }
        acceptClosure(value)
    }

    /// Ends the use. Disposing a second time has no effect.
    @inlinable
    public func dispose() {
        guard !isDisposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        disposeClosure()
    }
}
