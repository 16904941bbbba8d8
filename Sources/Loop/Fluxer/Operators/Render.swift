import CarillonScheduling
import Dispatch
import MobiusCore
import Synchronization

/// An observable that sends the values of another observable on a certain queue, for display.
public struct Render<T: Sendable>: Observable {
    fileprivate let source: AnyObservable<T>
    fileprivate let queue: any LoopQueue

    /// Calls `onUpdateValue` with each value on the queue: at once if the source sends the value on that queue, otherwise
    /// enqueued. The values keep their order.
    ///
    /// - Returns: A disposable that ends the subscription. If the disposable is disposed on the queue, nothing is sent
    ///   afterwards, not even a value that is already enqueued.
    public func subscribe(_ onUpdateValue: @escaping @Sendable (T) -> Void) -> any Disposable {
        let rendering = Rendering(onUpdateValue: onUpdateValue, queue: queue)
        let subscription = source.subscribe(rendering.show)
        return AnonymousDisposable {
            rendering.end()
            subscription.dispose()
        }
    }
}

extension Observable {
    /// Returns an observable of the same values, sent on the main queue.
    public func asRender() -> Render<T> {
        asRender(on: .main)
    }

    /// Returns an observable of the same values, sent on `queue` one at a time.
    public func asRender(on queue: DispatchQueue) -> Render<T> {
        asRender(on: DispatchScheduler(queue))
    }

    /// Returns an observable of the same values, sent on `queue`.
    public func asRender(on queue: any LoopQueue) -> Render<T> {
        Render(source: AnyObservable(self), queue: queue)
    }
}

/// A subscription to a ``Render``.
private final class Rendering<T: Sendable>: Sendable {
    private let onUpdateValue: @Sendable (T) -> Void
    private let queue: any LoopQueue
    private let waiting = Locked(FIFO<T>())
    private let isActive = Atomic(true)

    init(onUpdateValue: @escaping @Sendable (T) -> Void, queue: any LoopQueue) {
        self.onUpdateValue = onUpdateValue
        self.queue = queue
    }

    func show(_ value: T) {
        waiting.withLock { $0.append(value) }
        queue.performOrEnqueue { [self] in showWaiting() }
    }

    func end() {
        isActive.store(false, ordering: .relaxed)
    }

    /// Sends the waiting values. The work that was enqueued for them then finds nothing left to do.
    private func showWaiting() {
        while let value = waiting.withLock({ $0.popFirst() }) {
            if isActive.load(ordering: .relaxed) { onUpdateValue(value) }
        }
    }
}
