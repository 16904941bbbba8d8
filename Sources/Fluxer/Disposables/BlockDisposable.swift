import MobiusCore

/// Calls a function when it is disposed for the first time.
public final class BlockDisposable: Disposable {
    private let disposable: AnonymousDisposable

    /// - Parameter block: Called at most once, on the disposing thread.
    public init(_ block: @escaping () -> Void) {
        disposable = AnonymousDisposable(disposer: block)
    }

    public func dispose() {
        disposable.dispose()
    }
}
