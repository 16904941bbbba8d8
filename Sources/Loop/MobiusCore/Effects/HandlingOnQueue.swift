import CarillonScheduling
import Dispatch

// Routes that are handled on another queue than the loop's. The values that pass between the queues are unsafe for the
// compiler only: `_PartialEffectRouter.on(queue:)` requires parameters that are Sendable.

/// Returns a function that calls `accept` on `queue`.
@usableFromInline
func accepting<Value>(on queue: DispatchQueue, _ accept: @escaping @Sendable (Value) -> Void)
    -> @Sendable (Value) -> Void
{
    { value in
        nonisolated(unsafe) let value = value
        queue.async { accept(value) }
    }
}

/// Returns a function that calls `handle` on `queue`, unless the effect has been cancelled before.
@usableFromInline
func handling<Parameters, Event>(
    on queue: DispatchQueue, _ handle: @escaping @Sendable (Parameters, EffectCallback<Event>) -> any Disposable
) -> @Sendable (Parameters, EffectCallback<Event>) -> any Disposable {
    { parameters, callback in
        nonisolated(unsafe) let parameters = parameters
        nonisolated(unsafe) let callback = callback
        let late = LateDisposable()
        queue.async {
            guard !late.isDisposed else { return }
            late.follow(handle(parameters, callback))
        }
        return late
    }
}

extension Connectable {
    /// Returns a connectable whose connections are used and disposed on `queue`, each in order, even if the queue is
    /// concurrent.
    @usableFromInline
    func accepting(on queue: DispatchQueue) -> AnyConnectable<Input, Output> where Self: Sendable {
        AnyConnectable { consumer in
            nonisolated(unsafe) let connection = connect(consumer)
            let work = OrderedWork(on: queue)
            return Connection(
                acceptClosure: { value in
                    nonisolated(unsafe) let value = value
                    work.async { connection.accept(value) }
                },
                disposeClosure: { work.async { connection.dispose() } })
        }
    }
}

/// Runs work on a queue one item at a time and in order, even if the queue is concurrent.
///
/// Each item takes one turn of the queue, so that on a serial queue it also keeps its order among other work. Barriers
/// are not used, because the work may wait for other work on the same queue.
private final class OrderedWork: Sendable {
    private let queue: DispatchQueue
    private let waiting = Locked(FIFO<@Sendable () -> Void>())
    private let turn = CallerQueue()

    init(on queue: DispatchQueue) {
        self.queue = queue
    }

    func async(_ work: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(work) }
        queue.async { [self] in
            turn.async { [self] in waiting.withLock { $0.popFirst() }?() }
        }
    }
}

/// A placeholder for a disposable that is set later. If the placeholder has been disposed by then, the disposable is
/// disposed at once.
private final class LateDisposable: Disposable, Sendable {
    private enum Phase {
        case waiting
        case following(any Disposable)
        case disposed
    }

    private let phase = Locked(Phase.waiting)

    var isDisposed: Bool {
        phase.withLock { if case .disposed = $0 { true } else { false } }
    }

    func follow(_ disposable: any Disposable) {
        let isLate = phase.withLock { phase in
            if case .disposed = phase { return true }
            phase = .following(disposable)
            return false
        }
        if isLate { disposable.dispose() }
    }

    func dispose() {
        let last = phase.withLock { phase in
            defer { phase = .disposed }
            return phase
        }
        if case .following(let disposable) = last { disposable.dispose() }
    }
}
