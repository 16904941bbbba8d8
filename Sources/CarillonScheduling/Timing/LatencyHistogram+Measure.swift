import CRealTime

extension LatencyHistogram {
    /// Runs `body`, and records its duration, measured with the kernel's `CLOCK_MONOTONIC`.
    public func measure<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let start = crt_now()
        defer { record(.nanoseconds(crt_now() - start)) }
        return try body()
    }
}
