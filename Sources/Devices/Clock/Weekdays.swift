/// A set of days of the week.
public struct Weekdays: OptionSet, Hashable, Codable, Sendable {
    /// A bit for each day: 1 is Monday, 64 is Sunday.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Monday.
    public static let monday = Weekdays(rawValue: 1)
    /// Tuesday.
    public static let tuesday = Weekdays(rawValue: 2)
    /// Wednesday.
    public static let wednesday = Weekdays(rawValue: 4)
    /// Thursday.
    public static let thursday = Weekdays(rawValue: 8)
    /// Friday.
    public static let friday = Weekdays(rawValue: 16)
    /// Saturday.
    public static let saturday = Weekdays(rawValue: 32)
    /// Sunday.
    public static let sunday = Weekdays(rawValue: 64)

    /// Monday to Friday.
    public static let weekdays: Weekdays = [.monday, .tuesday, .wednesday, .thursday, .friday]
    /// Saturday and Sunday.
    public static let weekend: Weekdays = [.saturday, .sunday]
    /// All seven days.
    public static let all: Weekdays = [.weekdays, .weekend]

    /// The weekday of a number of days since 1970-01-01, which was a Thursday.
    init(day: Int) { self.init(rawValue: 1 << UInt8(((day + 3) % 7 + 7) % 7)) }
}

extension Weekdays: CustomStringConvertible {
    /// The short names of the days, separated by commas, such as `Mon, Tue`.
    public var description: String {
        ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].enumerated()
            .filter { contains(Weekdays(rawValue: 1 << UInt8($0.offset))) }.map(\.element).joined(separator: ", ")
    }
}
