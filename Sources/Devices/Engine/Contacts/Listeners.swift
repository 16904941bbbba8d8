import CarillonScheduling
import MobiusCore

/// The handlers that observe a device. A list of its own, because `Observers` retains each of them for each press.
///
/// `@unchecked Sendable`: mutable state is accessed on the device's queue only.
final class Listeners<Value>: @unchecked Sendable {
    // Unchecked: all accesses are on one thread, and `notify` calls no handler during an access.
    @exclusivity(unchecked) private var listeners: [(id: UInt64, handler: @Sendable (Value) -> Void)] = []
    private var nextID: UInt64 = 0
    private let queue: any Scheduler

    /// - Parameter queue: The device's queue.
    init(on queue: any Scheduler) {
        self.queue = queue
    }

    /// Adds a handler, which is called on the queue. May be called from any thread.
    ///
    /// - Returns: A disposable that removes the handler.
    func add(_ handler: @escaping @Sendable (Value) -> Void) -> any Disposable {
        let id = queue.perform {
            listeners.append((nextID, handler))
            nextID += 1
            return nextID - 1
        }
        return AnonymousDisposable { [self] in
            queue.perform { listeners.removeAll { $0.id == id } }
        }
    }

    /// Removes all handlers. Call on the queue.
    func removeAll() {
        queue.assertCurrent()
        listeners = []
    }

    /// Calls all handlers, except those that another handler adds or removes during the call. Call on the queue.
    func notify(_ value: Value) {
        queue.assertCurrent()
        if listeners.count == 1 { return listeners[0].handler(value) }
        // By the ids and without a copy, so that a handler does not wait for the later ones. A handler may add and remove
        // handlers.
        let end = nextID
        var index = 0
        while index < listeners.count, listeners[index].id < end {
            let (id, handler) = listeners[index]
            handler(value)
            index = listeners.prefix(index + 1).lastIndex { $0.id <= id }.map { $0 + 1 } ?? 0
        }
    }
}
