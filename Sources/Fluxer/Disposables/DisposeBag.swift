import MobiusCore

/// Disposes what was put into it when nobody holds it any more.
public final class DisposeBag {
    private let disposables = CompositeDisposable()

    /// An empty bag.
    public init() {}

    deinit {
        disposables.dispose()
    }

    fileprivate func append(_ disposable: any Disposable) {
        disposables.append(disposable)
    }
}

extension Disposable {
    /// Has this disposed when `disposeBag` is gone, on the thread that lets go of it. May be called from any thread.
    public func addTo(_ disposeBag: DisposeBag) {
        disposeBag.append(self)
    }
}
