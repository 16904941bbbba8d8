/// The rule of a time zone for all years, in the notation of POSIX: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// POSIX.1-2017, XBD 8.3, `TZ`; RFC 9636, section 3.3.1, extends the times of changes to ±167 hours.
struct PosixZone: Equatable, Sendable {
    /// A day and a time at which the offset changes.
    struct Change: Equatable, Sendable {
        enum Day: Equatable, Sendable {
            /// The `week`th such weekday of a month, 5 for the last one; Sunday is 0.
            case weekday(Int, week: Int, month: Int)
            /// A day of the year from 1 to 365, without 29 February.
            case withoutLeapDay(Int)
            /// A day of the year from 0 to 365.
            case ofYear(Int)
        }

        let day: Day
        /// The local time in seconds after midnight, before the change.
        let time: Int
    }

    /// The rule's text.
    let text: String
    /// The seconds east of Greenwich in winter.
    let standard: Int
    /// The offset in summer with its first and its last change; nil without summer time.
    let summer: (offset: Int, start: Change, end: Change)?

    /// Reads a rule; nil if it is none.
    init?(_ text: String) {
        var reader = Reader(text)
        guard reader.skipName(), let west = reader.time() else { return nil }
        self.text = text
        standard = -west
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard reader.skipName() else { return nil }
        var offset = standard + 3600
        if !reader.take(",") {
            guard let west = reader.time(), reader.take(",") else { return nil }
            offset = -west
        }
        guard let start = reader.change(), reader.take(","), let end = reader.change(), reader.isAtEnd else {
            return nil
        }
        summer = (offset, start, end)
    }

    static func == (one: PosixZone, other: PosixZone) -> Bool { one.text == other.text }

    /// Returns the seconds east of Greenwich at a time in seconds since 1970.
    func offset(at time: Int64) -> Int {
        guard let summer else { return standard }
        let year = LocalTime(seconds: time + Int64(standard)).year
        let start = Self.time(of: summer.start, in: year) - Int64(standard)
        let end = Self.time(of: summer.end, in: year) - Int64(summer.offset)
        // In the south, summer begins in one year and ends in the next.
        let isSummer = start < end ? time >= start && time < end : time >= start || time < end
        return isSummer ? summer.offset : standard
    }

    /// Returns the local time of a change in seconds since 1970.
    private static func time(of change: Change, in year: Int) -> Int64 {
        let newYear = LocalTime.day(year: year, month: 1, day: 1)
        let day: Int
        switch change.day {
        case .ofYear(let number): day = newYear + number
        case .withoutLeapDay(let number):
            let march = LocalTime.day(year: year, month: 3, day: 1)
            day = number >= 60 ? march + number - 60 : newYear + number - 1
        case .weekday(let weekday, let week, let month):
            let first = LocalTime.day(year: year, month: month, day: 1)
            // 1970-01-01 was a Thursday, the day 4.
            let offset = ((weekday - first - 4) % 7 + 7) % 7
            let next = LocalTime.day(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
            let found = first + offset + (week - 1) * 7
            day = found < next ? found : found - 7
        }
        return Int64(day) * Int64(TimeOfDay.secondsPerDay) + Int64(change.time)
    }

    /// A reader of the parts of a rule.
    private struct Reader {
        private var rest: Substring

        init(_ text: String) { rest = Substring(text) }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func take(_ character: Character) -> Bool {
            guard rest.first == character else { return false }
            rest.removeFirst()
            return true
        }

        /// Skips `CET` or `<+03>`.
        mutating func skipName() -> Bool {
            if take("<") {
                guard let end = rest.firstIndex(of: ">") else { return false }
                rest = rest[rest.index(after: end)...]
                return true
            }
            let name = rest.prefix { $0.isLetter && $0.isASCII }
            rest = rest.dropFirst(name.count)
            return name.count >= 3
        }

        mutating func number(_ limit: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix { ("0"..."9").contains($0) }.prefix(4)
            guard let number = Int(digits), limit.contains(number) else { return nil }
            rest = rest.dropFirst(digits.count)
            return number
        }

        /// Reads `-1`, `3:30` or `+167:59:59` as seconds.
        mutating func time() -> Int? {
            let sign = take("-") ? -1 : (take("+") ? 1 : 1)
            guard var seconds = number(0...167).map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] {
                guard take(":") else { break }
                guard let part = number(0...59) else { return nil }
                seconds += part * unit
            }
            return sign * seconds
        }

        /// Reads `M3.5.0/2`, `J60` or `59`.
        mutating func change() -> Change? {
            guard let day = day() else { return nil }
            guard take("/") else { return Change(day: day, time: 2 * 3600) }
            return time().map { Change(day: day, time: $0) }
        }

        private mutating func day() -> Change.Day? {
            if take("J") { return number(1...365).map(Change.Day.withoutLeapDay) }
            guard take("M") else { return number(0...365).map(Change.Day.ofYear) }
            guard let month = number(1...12), take("."), let week = number(1...5), take("."),
                let weekday = number(0...6)
            else { return nil }
            return .weekday(weekday, week: week, month: month)
        }
    }
}
