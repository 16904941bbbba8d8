import CRealTime

/// When what a thread is handling happened: the edge, the timer. What is made of it later on the same thread can tell
/// how long it took.
public enum Origin {
    /// When it happened, on the clock of `RealTimeQueue.now`; nil if nobody has said. The calling thread's own.
    public static var current: Duration? {
        let time = crt_origin()
        return time == 0 ? nil : .nanoseconds(time)
    }

    /// Says so while `body` runs, on the calling thread.
    ///
    /// - Parameter time: A time of the clock of `RealTimeQueue.now`.
    public static func during<Result>(_ time: Duration, _ body: () throws -> Result) rethrows -> Result {
        let before = crt_origin()
        crt_set_origin(time.wholeNanoseconds)
        defer { crt_set_origin(before) }
        return try body()
    }
}
