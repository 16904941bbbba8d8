import Synchronization

/// The use of a ``Connectable``: values go in until it is disposed.
///
/// Belongs to the queue on which it was made, like the loop that made it.
public final class Connection<Value>: Disposable {
    @usableFromInline let acceptClosure: (Value) -> Void
    @usableFromInline let disposeClosure: () -> Void
    @usableFromInline let isDisposed = Atomic(false)

    /// - Parameters:
    ///   - acceptClosure: Takes a value.
    ///   - disposeClosure: Ends the use; called once.
    @inlinable
    public init(acceptClosure: @escaping (Value) -> Void, disposeClosure: @escaping () -> Void) {
        self.acceptClosure = acceptClosure
        self.disposeClosure = disposeClosure
    }

    /// Takes `value`. Ignores it after ``dispose()``.
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
