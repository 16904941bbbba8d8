import Dispatch

/// Runs `body` on a thread of its own. A replay waits for tasks, which could not run if it blocked the threads of all
/// tasks.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "replay").async { continuation.resume(with: Swift.Result { try body() }) }
    }
}

/// Waits until the tasks that have been started have had the chance to run. Call on a thread of its own.
@Sendable func letOthersWork() {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { Task { done.signal() } }
    done.wait()
}
