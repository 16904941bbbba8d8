import Foundation
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct LocalTimeTests {
    @Test func datesMatchFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for day in stride(from: -3000, through: 60_000, by: 17) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            let local = LocalTime(seconds: Int64(day) * 86_400)
            #expect(local.year == parts.year && local.month == parts.month && local.dayOfMonth == parts.day)
            expectEqual(LocalTime.day(year: local.year, month: local.month, day: local.dayOfMonth), day)
            // Foundation begins the week with Sunday.
            let weekday = try #require(parts.weekday)
            expectEqual(local.weekday, Weekdays(rawValue: 1 << UInt8((weekday + 5) % 7)))
        }
    }

    @Test(arguments: ["2026-03-29 01:59", "2024-02-29 23:59:59", "1970-01-01 00:00"])
    func textIsReadAndWritten(text: String) { expectEqual(LocalTime(text)?.description, text) }

    @Test(arguments: ["", "2026-02-29 12:00", "2026-13-01 12:00", "2026-03-29", "2026-03-29 24:00", "2026-03-00 01:00"])
    func invalidDateIsRefused(text: String) { expectEqual(LocalTime(text), nil) }

    @Test(arguments: ["7", "24:00", "07:60", "07:00:60", "+7:00", "7:000", "07:00:00:00", ":", "07:"])
    func invalidTimeOfDayIsRefused(text: String) { expectEqual(TimeOfDay(text), nil) }

    @Test func timeOfDayWrapsAroundAtMidnight() throws {
        let late: TimeOfDay = "23:50"
        expectEqual(late.adding(minutes: 20), TimeOfDay(hour: 0, minute: 10))
        expectEqual(TimeOfDay(hour: 0, minute: 5).adding(minutes: -10).description, "23:55")
        #expect(("7:05:09" as TimeOfDay).description == "07:05:09")
    }

    @Test func timeOfDayIsTextInJSON() throws {
        let json = try JSONEncoder().encode([TimeOfDay(hour: 7, minute: 0)])
        expectEqual(String(decoding: json, as: UTF8.self), #"["07:00"]"#)
        expectEqual(try JSONDecoder().decode([TimeOfDay].self, from: json), [TimeOfDay(hour: 7, minute: 0)])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([TimeOfDay].self, from: Data(#"["7"]"#.utf8)) }
    }

    @Test func weekdaysAreNamed() {
        expectEqual(Weekdays.weekdays.description, "Mon, Tue, Wed, Thu, Fri")
        expectEqual(Weekdays.weekend.union(.weekdays), .all)
    }
}
