/// Calls a closure when it is disposed, the first time only.
public final class AnonymousDisposable: Disposable {
    private let disposer: Locked<(() -> Void)?>

    /// - Parameter disposer: Called at most once, on the thread that disposes.
    public init(disposer: @escaping () -> Void) {
        self.disposer = Locked(disposer)
    }

    /// Hides the type of `disposable`.
    public convenience init<D: Disposable>(_ disposable: D) {
        self.init(disposer: disposable.dispose)
    }

    /// Calls the closure, unless it has been called.
    public func dispose() {
        let disposer = disposer.withLock { $0.take() }
        disposer?()
    }
}

/// Disposes several others, in the order in which they were given.
public final class CompositeDisposable: Disposable {
    private let disposables: AnonymousDisposable

    init(disposables: [any Disposable]) {
        self.disposables = AnonymousDisposable {
            for disposable in disposables { disposable.dispose() }
        }
    }

    /// Disposes all. Disposing a second time has no effect.
    public func dispose() {
        disposables.dispose()
    }
}

/// Nothing to be disposed.
public final class EmptyDisposable: Disposable {
    /// A disposable that does nothing.
    public init() {}

    /// Does nothing.
    public func dispose() {}
}

extension Task {
    /// Cancels the task when it is disposed.
    public var asDisposable: some Disposable {
        AnonymousDisposable(disposer: cancel)
    }
}
