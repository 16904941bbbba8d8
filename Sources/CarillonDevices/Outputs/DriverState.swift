import CarillonScheduling

/// The value that a driver of outputs has taken, and the time of the next try after a failure.
///
/// The lines of a bank are one driver, each PWM channel and each device on a bus is another. The owner makes the calls.
struct DriverState<Value: Equatable> {
    /// The pause after a first failure. It doubles with each further one: a disturbed transfer is made up for at once, and
    /// a chip that stays broken costs little.
    static var firstPause: Duration { .milliseconds(10) }
    /// The longest pause.
    static var longestPause: Duration { .seconds(1) }

    /// The value that the driver shows, or is being told. It is unknown (nil) after a failure, because the transfer may have reached
    /// the chip in part.
    private var shown: Value?
    /// When to try again; nil while the driver works.
    private(set) var retry: Duration?
    private var pause = firstPause

    /// - Parameter value: The value that the driver shows at first; nil if it is unknown.
    init(_ value: Value?) {
        shown = value
    }

    /// Whether to pass `value` to the driver now.
    func isDue(_ value: Value, at time: Duration) -> Bool {
        guard shown != value else { return false }
        return retry.map { $0 <= time } ?? true
    }

    /// The driver is about to be told `value`. It may find out then that its chip has gone away, and a loop that hears of
    /// that may want another value before the call returns: that one counts.
    mutating func begin(_ value: Value) { shown = value }

    /// The driver has taken the value.
    mutating func succeeded() {
        guard retry != nil else { return }
        retry = nil
        pause = Self.firstPause
    }

    /// The driver has refused the value at `time`.
    ///
    /// - Returns: Whether it has worked until then: one failure is reported, however often it is met again.
    mutating func failed(at time: Duration) -> Bool {
        let isFirst = retry == nil
        shown = nil
        retry = time + pause
        pause = min(pause * 2, Self.longestPause)
        return isFirst
    }
}
