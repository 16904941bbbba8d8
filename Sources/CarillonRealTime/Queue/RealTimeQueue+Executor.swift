/// Executor conformances, so that an actor can run on the queue:
///
///     actor Lamp {
///         private let queue: RealTimeQueue
///         nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
///     }
///
/// The actor's methods run on the queue's thread, in sequence with all other work. With `withTaskExecutorPreference(queue)`,
/// functions that belong to no actor run on the queue, too. After `stop`, both kinds of functions continue on a thread of
/// ordinary priority, because their callers await them.
extension RealTimeQueue: SerialExecutor, TaskExecutor {
    public func enqueue(_ job: consuming ExecutorJob) {
        run(UnownedJob(job))
    }

    /// Ends the process if the caller is not on the queue. Called by `assumeIsolated` and similar functions.
    public func checkIsolated() {
        precondition(isCurrent, "not on the queue \"\(name)\"")
    }

    /// Returns whether the caller is on the queue. Swift 6.2 and later call this method instead of `checkIsolated`. A false
    /// result does not end the process.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }
}
