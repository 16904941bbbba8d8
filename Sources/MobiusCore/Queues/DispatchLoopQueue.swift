import Dispatch

/// A serial `DispatchQueue` as a ``LoopQueue``.
@usableFromInline
final class DispatchLoopQueue: LoopQueue {
    /// Which queue a piece of work belongs to, readable from within it.
    private static let identity = DispatchSpecificKey<ObjectIdentifier>()

    private let queue: DispatchQueue

    @usableFromInline
    init(_ queue: DispatchQueue) {
        self.queue = queue
        queue.setSpecific(key: Self.identity, value: ObjectIdentifier(queue))
    }

    @usableFromInline var isCurrent: Bool {
        DispatchQueue.getSpecific(key: Self.identity) == ObjectIdentifier(queue)
    }

    @usableFromInline
    func async(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    @usableFromInline
    func sync(_ work: () -> Void) {
        queue.sync(execute: work)
    }
}
