import MobiusCore

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
