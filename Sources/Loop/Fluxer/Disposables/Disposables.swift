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

/// A collection of disposables that are disposed when the bag is released.
public final class DisposeBag {
    private let disposables = CompositeDisposable()

    /// Creates an empty bag.
    public init() {}

    deinit {
        disposables.dispose()
    }

    fileprivate func append(_ disposable: any Disposable) {
        disposables.append(disposable)
    }
}

extension Disposable {
    /// Disposes this object when `disposeBag` is released, on the thread that releases it. May be called from any
    /// thread.
    public func addTo(_ disposeBag: DisposeBag) {
        disposeBag.append(self)
    }
}

/// Adds `item` to `container`, or disposes it at once if `container` has been disposed.
public func += (container: CompositeDisposable, item: any Disposable) {
    container.append(item)
}

/// Adds `items` to `container`, or disposes them at once if `container` has been disposed.
public func += (container: CompositeDisposable, items: [any Disposable]) {
    container.append(items)
}
