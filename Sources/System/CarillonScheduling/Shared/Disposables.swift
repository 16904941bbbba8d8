import Synchronization

/// A resource that is in use until it is disposed: a subscription, a connection, a timer, a running loop.
public protocol Disposable: AnyObject {
    /// Ends the use of the resource. Disposing a second time has no effect.
    func dispose()
}

/// A disposable that calls a closure when it is disposed for the first time.
public final class AnonymousDisposable: Disposable {
    // Only the thread that changes `isDisposed` accesses it.
    private var disposer: (() -> Void)?
    private let isDisposed = Atomic(false)

    /// Creates a disposable from a closure.
    ///
    /// - Parameter disposer: Called at most once, on the thread that disposes.
    public init(disposer: @escaping () -> Void) {
        self.disposer = disposer
    }

    /// Erases the type of `disposable`.
    public convenience init<D: Disposable>(_ disposable: D) {
        self.init(disposer: disposable.dispose)
    }

    /// Calls the closure, unless it has been called already.
    public func dispose() {
        guard !isDisposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        disposer.take()?()
    }
}

/// A disposable that disposes several other disposables, in the order in which they were added.
///
/// May be used from any thread. No lock is held while another disposable is disposed.
public final class CompositeDisposable: Disposable {
    /// The remaining disposables; `nil` after they have been disposed.
    private let disposables: Locked<[any Disposable]?>

    /// Creates a disposable from several others.
    ///
    /// - Parameter disposables: The first disposables; others can be appended.
    public init(_ disposables: [any Disposable] = []) {
        self.disposables = Locked(disposables)
    }

    /// Adds `disposable`, or disposes it at once if this object has been disposed.
    public func append(_ disposable: any Disposable) {
        append([disposable])
    }

    /// Adds the disposables `added`, or disposes them at once if this object has been disposed.
    public func append(_ added: [any Disposable]) {
        let isTaken = disposables.withLock { disposables in
            disposables?.append(contentsOf: added)
            return disposables != nil
        }
        guard !isTaken else { return }
        for disposable in added { disposable.dispose() }
    }

    /// Disposes all added disposables. Disposing a second time has no effect.
    public func dispose() {
        for disposable in disposables.withLock({ $0.take() }) ?? [] { disposable.dispose() }
    }
}

/// A disposable that does nothing.
public final class EmptyDisposable: Disposable {
    /// Creates a disposable that does nothing.
    public init() {}

    /// Does nothing.
    public func dispose() {}
}

extension Task {
    /// A disposable that cancels the task.
    public var asDisposable: some Disposable {
        AnonymousDisposable(disposer: cancel)
    }
}
