/// An item of work for a queue: a closure, or a job of Swift concurrency. Neither is boxed.
enum Work: Sendable {
    case closure(@Sendable () -> Void)
    /// A part of a task, and the queue, which it retains until it has run.
    case job(UnownedJob, on: RealTimeQueue)

    func run() {
        switch self {
        case .closure(let closure): closure()
        case .job(let job, let queue):
            job.runSynchronously(
                isolatedTo: queue.asUnownedSerialExecutor(), taskExecutor: queue.asUnownedTaskExecutor())
        }
    }
}
