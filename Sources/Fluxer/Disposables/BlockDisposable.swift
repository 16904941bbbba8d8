import MobiusCore

/// Calls a function when it is disposed, the first time only.
public final class BlockDisposable: Disposable {
    private let disposable: AnonymousDisposable

    /// - Parameter block: Called at most once, on the thread that disposes.
    public init(_ block: @escaping () -> Void) {
        disposable = AnonymousDisposable(disposer: block)
    }

    public func dispose() {
        disposable.dispose()
    }
}
