/// A queue that holds only so much, and can say that it is full where `async` would wait.
package protocol BoundedQueue: LoopQueue {
    /// Like `async`, but never waits, locks or allocates. May be called from any thread.
    ///
    /// - Returns: Whether the work is going to be run: false if the queue is full or has been stopped.
    func tryAsync(_ work: @escaping @Sendable () -> Void) -> Bool
}
