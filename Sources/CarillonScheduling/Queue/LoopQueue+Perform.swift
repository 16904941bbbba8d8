extension LoopQueue {
    /// Runs `body` on the queue and returns its result. If the caller is already on the queue, `body` runs at once.
    ///
    /// May be called from any thread. A caller that is not on the queue waits for all work enqueued before.
    public func perform<Success, Failure: Error>(_ body: () throws(Failure) -> Success) throws(Failure) -> Success {
        guard !isCurrent else { return try body() }
        var result: Result<Success, Failure>!
        sync {
            do throws(Failure) {
                result = .success(try body())
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }
}
