import CSystem

/// The timestamp of the event that this thread is handling: the time of an edge or a timer. Code that runs later on the
/// same thread can compute the response time from it.
public enum EventTimestamp {
    /// The timestamp, on the clock of `RealTimeQueue.now`; nil if none is set. Each thread has its own.
    public static var current: Duration? {
        let time = crt_event_timestamp()
        return time == 0 ? nil : .nanoseconds(time)
    }

    /// Sets the timestamp of the calling thread while `body` runs.
    ///
    /// - Parameter time: A time on the clock of `RealTimeQueue.now`.
    public static func withValue<Result>(_ time: Duration, _ body: () throws -> Result) rethrows -> Result {
        try withNanoseconds(time.wholeNanoseconds, body)
    }

    /// Sets the timestamp of the calling thread while `body` runs. Converting a `Duration` would cost more than the
    /// rest.
    ///
    /// - Parameter time: A time on the clock of `RealTimeQueue.now`, in nanoseconds.
    @inlinable
    package static func withNanoseconds<Result>(_ time: Int64, _ body: () throws -> Result) rethrows -> Result {
        let before = crt_event_timestamp()
        crt_set_event_timestamp(time)
        defer { crt_set_event_timestamp(before) }
        return try body()
    }
}
