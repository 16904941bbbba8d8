import MobiusCore

/// A disposable that calls a function when it is disposed for the first time.
public final class BlockDisposable: Disposable {
    private let disposable: AnonymousDisposable

    /// Creates a disposable from a function.
    ///
    /// - Parameter block: Called at most once, on the disposing thread.
    public init(_ block: @escaping () -> Void) {
        disposable = AnonymousDisposable(disposer: block)
    }

    public func dispose() {
        disposable.dispose()
    }
}
