import CarillonScheduling
import MobiusCore

/// Who listens to a device.
///
/// `@unchecked Sendable`: what is variable is touched on the device's queue only.
final class Listeners<News>: @unchecked Sendable {
    // Not checked for overlapping accesses: they are on one thread, and `tell` goes through a copy.
    @exclusivity(unchecked) private var listeners: [(id: UInt64, handler: @Sendable (News) -> Void)] = []
    private var nextID: UInt64 = 0

    /// Adds one. May be called from any thread.
    ///
    /// - Returns: Disposed, the handler is not called any more.
    func add(on queue: any Scheduler, _ handler: @escaping @Sendable (News) -> Void) -> any Disposable {
        let id = queue.perform {
            listeners.append((nextID, handler))
            nextID += 1
            return nextID - 1
        }
        return AnonymousDisposable { [self] in
            queue.perform { listeners.removeAll { $0.id == id } }
        }
    }

    /// Tells all that are there, and are still there when it is their turn. On the queue.
    func tell(_ news: News) {
        if listeners.count == 1 { return listeners[0].handler(news) }
        for (id, handler) in listeners where listeners.contains(where: { $0.id == id }) { handler(news) }
    }
}
