/// An error in the use of the clock.
public enum ClockError: Error, Equatable {
    /// The wiring lacks the latitude and longitude, on which sunrise and sunset depend.
    case noPlace
}

extension ClockError: CustomStringConvertible {
    /// The message, with the remedy.
    public var description: String {
        switch self {
        case .noPlace:
            "the sunrise depends on the place; add it to the wiring: `clock: {latitude: 52.5, longitude: 13.4}`"
        }
    }
}

/// A notice about the clock or about missed alarms, which the program reports as a warning.
public enum ClockNotice: Error, Equatable {
    /// The clock is not set: it shows a time before the program was built. No alarm rings.
    case isNotSet(now: LocalTime)
    /// The clock has been set. Changes of less than a minute are not reported.
    case wasSet(from: LocalTime, to: LocalTime)
    /// An alarm did not ring.
    case missed(MissedAlarm)
}

extension ClockNotice: CustomStringConvertible {
    /// The message for users.
    public var description: String {
        switch self {
        case .isNotSet(let now): "the clock is not set: it shows \(now); alarms wait until it is set"
        case .wasSet(let old, let new): "the clock was set from \(old) to \(new)"
        case .missed(let missed):
            missed.count == 1
                ? "the alarm \(missed.schedule) of \(missed.time) did not ring"
                : "the alarm \(missed.schedule) did not ring \(missed.count) times, the last time at \(missed.time)"
        }
    }
}

/// A ring of an alarm, with its scheduled time and the number of missed rings before it.
public struct ClockRing: Equatable, Sendable {
    /// The scheduled time of the ring.
    public let time: LocalTime
    /// The delay of the ring after its scheduled time. It is less than a second, unless the clock was set or the program
    /// was suspended. It is always less than 3 hours, and less than a minute for a schedule with an interval.
    public let lateness: Duration
    /// The number of earlier scheduled times that the alarm missed and does not ring for again, at most 999.
    public let missed: Int
}

/// Scheduled times at which an alarm did not ring. The clock was changed by 3 hours or more, or the ring would have been 3
/// hours late. The limit for a schedule with an interval is a minute.
public struct MissedAlarm: Hashable, Sendable {
    /// The schedule of the alarm.
    public let schedule: Schedule
    /// The last of the missed times.
    public let time: LocalTime
    /// The number of missed times, at most 1000.
    public let count: Int
}
