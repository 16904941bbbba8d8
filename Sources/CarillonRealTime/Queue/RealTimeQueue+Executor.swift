/// An actor that lives on the queue:
///
///     actor Lamp {
///         private let queue: RealTimeQueue
///         nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
///     }
///
/// Its methods run on the queue's thread, in one line with all other work; `withTaskExecutorPreference(queue)` brings
/// functions there that belong to no actor. After `stop` both go on, on a thread of ordinary priority, as somebody
/// awaits them.
extension RealTimeQueue: SerialExecutor, TaskExecutor {
    public func enqueue(_ job: consuming ExecutorJob) {
        run(UnownedJob(job))
    }

    /// Ends the process if the caller is not on the queue; for `assumeIsolated` and the like.
    public func checkIsolated() {
        precondition(isCurrent, "not on the queue \"\(name)\"")
    }

    /// Whether the caller is on the queue: asked by Swift 6.2 and later, which does not end the process for it.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }
}
