import CarillonScheduling

/// The values for a slow device. A newer value replaces a value that has not been sent yet.
///
/// One value at a time is in transfer. A device that fails is passed the newest value again, after increasing pauses.
struct NewestValue<Value: Equatable> {
    /// The value to send, or that has been sent.
    private(set) var target: Value
    /// The state of the device, whose value is unknown until it has taken the first one.
    private var driver = DriverState<Value>(nil)
    private var isSending = false

    /// - Parameter value: The first value to send.
    init(_ value: Value) {
        target = value
    }

    /// Sets the value to send, in place of any unsent value.
    mutating func set(_ value: Value) { target = value }

    /// Returns the value to send now; nil if a transfer is in progress, if the device shows the value, or if a failed
    /// device must wait.
    mutating func next(at time: Duration) -> Value? {
        guard !isSending, driver.isDue(target, at: time) else { return nil }
        isSending = true
        driver.begin(target)
        return target
    }

    /// Notes that the device has taken the value in transfer.
    mutating func succeeded() {
        isSending = false
        driver.succeeded()
    }

    /// Notes that the device has failed to take the value in transfer, at `time`.
    ///
    /// - Returns: Whether the device worked until then. The owner reports only this first failure.
    mutating func failed(at time: Duration) -> Bool {
        isSending = false
        return driver.failed(at: time)
    }

    /// The time at which to query the next value; nil unless a failed device must wait.
    var wakeUp: Duration? { isSending ? nil : driver.retry }
}
