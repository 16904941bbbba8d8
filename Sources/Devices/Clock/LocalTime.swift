/// A date and a time of the day in the local time zone.
public struct LocalTime: Hashable, Sendable {
    /// The days since 1970-01-01.
    let day: Int
    /// The time of the day.
    public let time: TimeOfDay

    init(day: Int, time: TimeOfDay) { (self.day, self.time) = (day, time) }

    /// - Parameter seconds: The seconds since 1970-01-01 00:00, local time.
    init(seconds: Int64) {
        let length = Int64(TimeOfDay.secondsPerDay)
        let rest = (seconds % length + length) % length
        day = Int((seconds - rest) / length)
        time = TimeOfDay(seconds: Int(rest))
    }

    /// Reads `2026-03-29 01:59` or `2026-03-29 01:59:30`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = TimeOfDay(parts[1]) else { return nil }
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard date.count == 3, (0...9999).contains(date[0]), (1...12).contains(date[1]), date[2] >= 1 else {
            return nil
        }
        day = Self.day(year: date[0], month: date[1], day: date[2])
        self.time = time
        // The 31st of a shorter month would be a day of the next one.
        guard month == date[1] else { return nil }
    }

    /// The seconds since 1970-01-01 00:00, local time.
    var seconds: Int64 { Int64(day) * Int64(TimeOfDay.secondsPerDay) + Int64(time.seconds) }

    /// The year, such as 2026.
    public var year: Int { Self.date(of: day).year }
    /// The month, from 1 to 12.
    public var month: Int { Self.date(of: day).month }
    /// The day of the month, from 1 to 31.
    public var dayOfMonth: Int { Self.date(of: day).day }
    /// The day of the week, as a set with one element.
    public var weekday: Weekdays { Weekdays(day: day) }

    /// The days from 0000-03-01 to 1970-01-01.
    private static let daysBefore1970 = 719_468
    /// The days of 400 years, after which the Gregorian calendar repeats itself.
    private static let daysPerEra = 146_097

    /// Returns the number of days from 1970-01-01 to a date of the Gregorian calendar; negative for an earlier date.
    static func day(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March, so that the leap day is their last one.
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysPerEra + dayOfEra - daysBefore1970
    }

    /// Returns the date of the Gregorian calendar that is `day` days after 1970-01-01.
    static func date(of day: Int) -> (year: Int, month: Int, day: Int) {
        let days = day + daysBefore1970
        let era = (days >= 0 ? days : days - daysPerEra + 1) / daysPerEra
        let dayOfEra = days - era * daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = (monthFromMarch + 2) % 12 + 1
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

extension LocalTime: Comparable {
    public static func < (one: LocalTime, other: LocalTime) -> Bool { one.seconds < other.seconds }
}

extension LocalTime: CustomStringConvertible {
    /// The date and the time as `2026-03-29 01:59`, or as `2026-03-29 01:59:30` if the time has seconds.
    public var description: String {
        let (year, month, day) = Self.date(of: day)
        return "\(year.digits(4))-\(month.digits(2))-\(day.digits(2)) \(time)"
    }
}
