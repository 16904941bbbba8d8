import CarillonScheduling

/// The value that a driver of outputs has taken, and the time of the next attempt after a failure.
///
/// All lines of a bank share one driver. Each PWM channel and each device on a bus is a driver of its own. The owner
/// makes the calls.
struct DriverState<Value: Equatable> {
    /// The pause after a first failure. It doubles after each further failure. So a disturbed transfer is repeated
    /// soon, and a permanently broken chip costs little.
    static var firstPause: Duration { .milliseconds(10) }
    /// The longest pause.
    static var longestPause: Duration { .seconds(1) }

    /// The value that the driver shows or is being passed. nil (unknown) after a failure, because part of the transfer
    /// may have reached the chip.
    private var shown: Value?
    /// The time of the next attempt; nil while the driver works.
    private(set) var retry: Duration?
    private var pause = firstPause

    /// - Parameter value: The driver's initial value; nil if unknown.
    init(_ value: Value?) {
        shown = value
    }

    /// Returns whether to pass `value` to the driver now.
    func isDue(_ value: Value, at time: Duration) -> Bool {
        guard shown != value else { return false }
        return retry.map { $0 <= time } ?? true
    }

    /// Notes that `value` is about to be passed to the driver. During the call the driver may notice that its chip has
    /// gone away. A loop that is notified of this may request another value before the call returns, and that value
    /// takes precedence.
    mutating func begin(_ value: Value) { shown = value }

    /// Notes that the driver has taken the value.
    mutating func succeeded() {
        guard retry != nil else { return }
        retry = nil
        pause = Self.firstPause
    }

    /// Notes that the driver has failed to take the value at `time`.
    ///
    /// - Returns: Whether the driver worked until then. The owner reports only this first failure.
    mutating func failed(at time: Duration) -> Bool {
        let isFirst = retry == nil
        shown = nil
        retry = time + pause
        pause = min(pause * 2, Self.longestPause)
        return isFirst
    }
}
