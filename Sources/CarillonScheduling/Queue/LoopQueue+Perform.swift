extension LoopQueue {
    /// Runs `body` on the queue and returns what it returns: at once, if the caller is on the queue already.
    ///
    /// May be called from any thread. Elsewhere than on the queue it waits for all that was enqueued before.
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
