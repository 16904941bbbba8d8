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
///
/// May be used from any thread. No lock is held while one of them is disposed.
public final class CompositeDisposable: Disposable {
    /// Those that are to be disposed; `nil` when they have been.
    private let disposables: Locked<[any Disposable]?>

    /// - Parameter disposables: What is to be disposed.
    public init(_ disposables: [any Disposable] = []) {
        self.disposables = Locked(disposables)
    }

    /// Adds `disposable`, or disposes it at once if the others have been.
    public func append(_ disposable: any Disposable) {
        append([disposable])
    }

    /// Adds `added`, or disposes them at once if the others have been.
    public func append(_ added: [any Disposable]) {
        let isTaken = disposables.withLock { disposables in
            disposables?.append(contentsOf: added)
            return disposables != nil
        }
        guard !isTaken else { return }
        for disposable in added { disposable.dispose() }
    }

    /// Disposes all. Disposing a second time has no effect.
    public func dispose() {
        for disposable in disposables.withLock({ $0.take() }) ?? [] { disposable.dispose() }
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
