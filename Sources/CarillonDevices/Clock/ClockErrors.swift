/// An error in the use of the clock.
public enum ClockError: Error, Equatable {
    /// The text is no time of the day.
    case invalidTime(String)
    /// The wiring does not state the place, which the sunrise and the sunset depend on.
    case noPlace
}

extension ClockError: CustomStringConvertible {
    /// The message, with the remedy.
    public var description: String {
        switch self {
        case .invalidTime(let text): "\"\(text)\" is no time of the day; write it as 07:00"
        case .noPlace:
            "the sunrise depends on the place; add it to the wiring: `clock: {latitude: 52.5, longitude: 13.4}`"
        }
    }
}

/// A fact about the clock that the program reports like a failure.
public enum ClockNotice: Error, Equatable {
    /// The clock has not been set since the machine was switched on.
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

/// A ring of an alarm: the time for which it was set, and the rings before it that were missed.
public struct ClockRing: Equatable, Sendable {
    /// The time that the alarm rings for.
    public let time: LocalTime
    /// The time that has passed since then: less than a second, unless the clock was set or the program was stopped. At most
    /// 3 hours.
    public let lateness: Duration
    /// The number of times before it that the alarm has not rung for.
    public let missed: Int
}

/// Times at which an alarm has not rung, because the clock was set by hours, or because the program was stopped for hours.
public struct MissedAlarm: Hashable, Sendable {
    /// The schedule of the alarm.
    public let schedule: Schedule
    /// The last of the times.
    public let time: LocalTime
    /// The number of times, at most 1000.
    public let count: Int
}
