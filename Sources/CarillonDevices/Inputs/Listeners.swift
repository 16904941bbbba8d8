import CarillonScheduling
import MobiusCore

/// The handlers that observe a device.
///
/// `@unchecked Sendable`: what is variable is touched on the device's queue only.
final class Listeners<News>: @unchecked Sendable {
    // Not checked for overlapping accesses: they are on one thread, and `tell` goes through a copy.
    @exclusivity(unchecked) private var listeners: [(id: UInt64, handler: @Sendable (News) -> Void)] = []
    private var nextID: UInt64 = 0
    private let queue: any Scheduler

    /// - Parameter queue: The device's queue.
    init(on queue: any Scheduler) {
        self.queue = queue
    }

    /// Adds a handler, which is called on the queue. May be called from any thread.
    ///
    /// - Returns: Disposing it removes the handler.
    func add(_ handler: @escaping @Sendable (News) -> Void) -> any Disposable {
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

    /// Calls all handlers, except those that another one removes meanwhile. Call on the queue.
    func tell(_ news: News) {
        queue.assertCurrent()
        if listeners.count == 1 { return listeners[0].handler(news) }
        for (id, handler) in listeners where listeners.contains(where: { $0.id == id }) { handler(news) }
    }
}
