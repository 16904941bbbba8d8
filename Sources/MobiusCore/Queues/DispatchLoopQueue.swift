import Dispatch
import Synchronization

/// A `DispatchQueue` as a ``LoopQueue``.
///
/// A queue of the program's that is concurrent is used with barriers; a global one, which knows no barriers, through a
/// serial queue that targets it.
@usableFromInline
package final class DispatchLoopQueue: LoopQueue {
    /// Marks the work of one queue. The `DispatchQueue` itself cannot: on Linux it is one of several wrappers.
    private final class Mark: Sendable {}

    /// Unchecked Sendable: the key is a constant, which Dispatch says since Swift 6.1 only.
    private struct Key: @unchecked Sendable {
        let mark = DispatchSpecificKey<Mark>()
    }

    private static let key = Key()
    private static let marking = Mutex(())

    private let queue: DispatchQueue
    private let mark: Mark

    @usableFromInline
    package init(_ queue: DispatchQueue) {
        let serial = queue.isGlobal ? DispatchQueue(label: "Mobius loop", target: queue) : queue
        self.queue = serial
        mark = Self.marking.withLock { _ in
            if let mark = serial.getSpecific(key: Self.key.mark) { return mark }
            let mark = Mark()
            serial.setSpecific(key: Self.key.mark, value: mark)
            return mark
        }
    }

    /// Whether both are the same `DispatchQueue`.
    @usableFromInline
    func isSame(as other: DispatchLoopQueue) -> Bool {
        mark === other.mark
    }

    @usableFromInline package var isCurrent: Bool {
        DispatchQueue.getSpecific(key: Self.key.mark) === mark
    }

    @usableFromInline
    package func async(_ work: @escaping @Sendable () -> Void) {
        queue.async(flags: .barrier, execute: work)
    }

    @usableFromInline
    package func sync(_ work: () -> Void) {
        queue.sync(flags: .barrier, execute: work)
    }
}

extension DispatchQueue {
    /// Whether the queue is one of libdispatch's own, apart from the main queue.
    fileprivate var isGlobal: Bool {
        label.hasPrefix("com.apple.root.")
    }
}
