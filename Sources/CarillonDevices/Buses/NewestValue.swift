import CarillonScheduling

/// The values that a slow device is to show, of which the newest wins: what waits unsent is replaced.
///
/// One value at a time is on its way. A device that fails is given the newest value again, later and later.
struct NewestValue<Value: Equatable> {
    private var wanted: Value
    /// What the device shows is unknown until it has taken the first value.
    private var driver = DriverState<Value>(nil)
    private var isSending = false

    /// - Parameter value: The first to be sent.
    init(_ value: Value) {
        wanted = value
    }

    /// The value to be sent, in place of any that was not sent yet.
    mutating func want(_ value: Value) { wanted = value }

    /// The value to send now; nil if one is on its way, if the device shows it, or if a failed device has to wait.
    mutating func next(at time: Duration) -> Value? {
        guard !isSending, driver.isDue(wanted, at: time) else { return nil }
        isSending = true
        driver.begin(wanted)
        return wanted
    }

    /// The device has taken the value that was on its way.
    mutating func succeeded() {
        isSending = false
        driver.succeeded()
    }

    /// The device has failed at `time` to take the value that was on its way.
    ///
    /// - Returns: Whether it has worked until then: one failure is reported, however often it is met again.
    mutating func failed(at time: Duration) -> Bool {
        isSending = false
        return driver.failed(at: time)
    }

    /// When to ask for the next value; nil unless a failed device has to wait.
    var wakeUp: Duration? { isSending ? nil : driver.retry }
}
