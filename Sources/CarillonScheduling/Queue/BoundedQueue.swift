/// A queue with a limited capacity. It can report that it is full, where `async` would wait.
package protocol BoundedQueue: LoopQueue {
    /// Enqueues `work`, like `async`, but never waits, locks or allocates. May be called from any thread.
    ///
    /// - Returns: Whether the work will run: false if the queue is full or has been stopped.
    func tryAsync(_ work: @escaping @Sendable () -> Void) -> Bool
}
