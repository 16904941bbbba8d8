/// The time for which something may be silent before it counts as absent: a telephone that sleeps answers only now and then.
///
/// `@unchecked Sendable`: used on the bus's thread only.
final class Grace: @unchecked Sendable {
    private let time: Duration
    private var last: (reading: String, time: Duration)?

    /// - Parameter time: Zero for none.
    init(_ time: Duration) { self.time = time }

    /// Notes a reading, and returns it.
    func take(_ reading: String, at now: Duration) -> String {
        last = (reading, now)
        return reading
    }

    /// Returns the last reading if its time is not over; nil otherwise.
    func reading(at now: Duration) -> String? {
        guard let last, now - last.time < time else { return nil }
        return last.reading
    }
}
