import CarillonScheduling

/// A schedule: the times at which an alarm rings.
///
///     Schedule.at("07:00", on: .weekdays)
///     Schedule.sunset(.seconds(-1800))
///     Schedule.every(.seconds(900))
public struct Schedule: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        case time(TimeOfDay, Weekdays)
        /// An offset in seconds from the sunrise or the sunset.
        case sun(rises: Bool, offset: Int64, Weekdays)
        /// An interval in seconds.
        case every(Int64)
    }

    let form: Form

    /// Returns a schedule that rings at a time of the day.
    ///
    /// If clocks are put forward and skip the time, the alarm rings at the moment of that change. If clocks are put back and
    /// show the time twice, the alarm rings at the first of the two moments.
    ///
    /// - Parameter days: The days of the week; all by default. With an empty set, the alarm never rings.
    public static func at(_ time: TimeOfDay, on days: Weekdays = .all) -> Schedule { Schedule(form: .time(time, days)) }

    /// Returns a schedule that rings at the sunrise, or at an offset from it. The wiring must state the place. Near the poles,
    /// some days have no sunrise.
    ///
    /// - Parameters:
    ///   - offset: The time after the sunrise; negative before the sunrise. Clamped to the range from -12 to 12 hours.
    ///   - days: The days of the week, by the date of the sunrise; all by default.
    public static func sunrise(_ offset: Duration = .zero, on days: Weekdays = .all) -> Schedule {
        Schedule(form: .sun(rises: true, offset: offset.asOffset, days))
    }

    /// Returns a schedule that rings at the sunset, or at an offset from it; see ``sunrise(_:on:)``.
    public static func sunset(_ offset: Duration = .zero, on days: Weekdays = .all) -> Schedule {
        Schedule(form: .sun(rises: false, offset: offset.asOffset, days))
    }

    /// Returns a schedule that rings at all multiples of an interval after midnight. An interval of 15 minutes rings at each
    /// quarter of an hour. The last interval of a day may be shorter.
    ///
    /// - Parameter interval: From 1 s to 24 hours; other values are clamped. Fractions of a second are dropped.
    public static func every(_ interval: Duration) -> Schedule {
        Schedule(form: .every(min(max(interval.components.seconds, 1), Int64(TimeOfDay.secondsPerDay))))
    }

    /// Whether the times are those of the day, not the multiples of an interval.
    var isDaily: Bool { if case .every = form { false } else { true } }

    /// Whether the times depend on the place.
    var needsPlace: Bool { if case .sun = form { true } else { false } }
}

extension Duration {
    fileprivate var asOffset: Int64 { min(max(self, .seconds(-12 * 3600)), .seconds(12 * 3600)).components.seconds }
}

extension Schedule: CustomStringConvertible {
    /// The schedule as text: `07:00 Mon, Tue`, `sunset -30 min`, `every 15 min`.
    public var description: String {
        func on(_ days: Weekdays) -> String { days == .all ? "" : " \(days)" }
        switch form {
        case .time(let time, let days): return "\(time)\(on(days))"
        case .every(let seconds): return "every \(Duration.seconds(seconds).notation)"
        case .sun(let rises, let offset, let days):
            let sign = offset < 0 ? "-" : "+"
            let shift = offset == 0 ? "" : " \(sign)\(Duration.seconds(abs(offset)).notation)"
            return "\(rises ? "sunrise" : "sunset")\(shift)\(on(days))"
        }
    }
}

// MARK: - Times

/// The zone and the place that the times of a schedule depend on.
struct ClockCircumstances: Equatable, Sendable {
    var zone: TimeZoneRules
    /// nil if the wiring states none.
    var place: GeographicPosition?
}

extension Schedule {
    /// The days that are searched. In the months of the polar night there is no sunrise.
    private static let searchedDays = 400

    /// Returns the first time after `time`, both in seconds since 1970; nil if there is none within a year.
    func next(after time: Int64, in circumstances: ClockCircumstances) -> Int64? {
        let zone = circumstances.zone
        switch form {
        case .every(let interval): return Self.multiple(of: interval, after: time, in: zone)
        case .time(let clock, let days):
            guard !days.isEmpty else { return nil }
            // The day before, because a time that does not exist may be moved into the next day.
            return first(from: zone.local(time).day - 1, after: time) { day in
                guard !days.isDisjoint(with: Weekdays(day: day)) else { return nil }
                return zone.time(of: LocalTime(day: day, time: clock))
            }
        case .sun(let rises, let offset, let days):
            guard let place = circumstances.place, !days.isEmpty else { return nil }
            return first(from: zone.local(time).day - 2, after: time) { day in
                guard let event = Sun.crossing(rises: rises, day: day, at: place),
                    !days.isDisjoint(with: zone.local(event).weekday)
                else { return nil }
                return event + offset
            }
        }
    }

    private func first(from day: Int, after time: Int64, _ occurrence: (Int) -> Int64?) -> Int64? {
        for day in day..<day + Self.searchedDays {
            if let found = occurrence(day), found > time { return found }
        }
        return nil
    }

    /// Returns the first time after `time` at which the clock shows a multiple of an interval since midnight.
    private static func multiple(of interval: Int64, after time: Int64, in zone: TimeZoneRules) -> Int64 {
        func next(from local: Int64) -> Int64 {
            let day = Int64(TimeOfDay.secondsPerDay)
            let since = (local % day + day) % day
            return local - since + min((since + interval - 1) / interval * interval, day)
        }
        let offset = Int64(zone.offset(at: time))
        let found = next(from: time + 1 + offset) - offset
        // The clock is put forward or back on the way, so that it shows another time then.
        guard let change = zone.change(after: time, upTo: found) else { return found }
        let other = Int64(zone.offset(at: change))
        return next(from: change + other) - other
    }
}
