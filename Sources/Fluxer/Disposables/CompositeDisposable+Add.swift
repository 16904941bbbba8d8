import MobiusCore

/// Adds `item`, or disposes it at once if `container` has been disposed.
public func += (container: CompositeDisposable, item: any Disposable) {
    container.append(item)
}

/// Adds `items`, or disposes them at once if `container` has been disposed.
public func += (container: CompositeDisposable, items: [any Disposable]) {
    container.append(items)
}
