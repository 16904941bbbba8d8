import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct SunTests {
    /// The published times of a day, in whole minutes.
    struct Almanac: Sendable, CustomTestStringConvertible {
        let date: String
        let place: GeographicPosition
        let zone: String
        let sunrise: String
        let sunset: String

        var testDescription: String { "\(date) at \(place.latitude), \(place.longitude)" }
    }

    static let almanacs = [
        Almanac(
            date: "2013-01-01", place: GeographicPosition(latitude: 51.467, longitude: 0), zone: "UTC0",
            sunrise: "08:05",
            sunset: "16:02"),
        Almanac(
            date: "2013-06-21", place: GeographicPosition(latitude: 51.467, longitude: 0), zone: "UTC0",
            sunrise: "03:43",
            sunset: "20:21"),
        Almanac(
            date: "2013-03-21", place: GeographicPosition(latitude: -0.25, longitude: -78.583), zone: "<-05>5",
            sunrise: "06:18",
            sunset: "18:25"),
        Almanac(
            date: "2013-01-01", place: GeographicPosition(latitude: 27.733, longitude: -18.05), zone: "<-01>1",
            sunrise: "07:03",
            sunset: "17:29"),
        Almanac(
            date: "2013-03-21", place: GeographicPosition(latitude: 64.067, longitude: -21.967), zone: "<-01>1",
            sunrise: "06:24",
            sunset: "18:46"),
        Almanac(
            date: "2026-06-21", place: GeographicPosition(latitude: 52.52, longitude: 13.405),
            zone: "CET-1CEST,M3.5.0,M10.5.0/3",
            sunrise: "04:43", sunset: "21:33"),
        Almanac(
            date: "2024-12-21", place: GeographicPosition(latitude: -33.87, longitude: 151.21),
            zone: "AEST-10AEDT,M10.1.0,M4.1.0/3",
            sunrise: "05:41", sunset: "20:05"),
    ]

    @Test(arguments: almanacs)
    func sunriseAndSunsetMatchTheAlmanac(almanac: Almanac) throws {
        let zone = try #require(TimeZoneRules(almanac.zone))
        for (rises, text) in [(true, almanac.sunrise), (false, almanac.sunset)] {
            let expected = try #require(LocalTime("\(almanac.date) \(text)"))
            let time = try #require(Sun.crossing(rises: rises, day: expected.day, at: almanac.place))
            let difference = abs(time - zone.time(of: expected))
            #expect(difference <= 90, "\(zone.local(time))")
        }
    }

    @Test func sunNeitherRisesNorSetsNearAPoleAtTheSolstices() throws {
        let tromso = GeographicPosition(latitude: 69.65, longitude: 18.96)
        for date in ["2026-06-21 12:00", "2026-12-21 12:00"] {
            let day = try #require(LocalTime(date)).day
            expectEqual(Sun.crossing(rises: true, day: day, at: tromso), nil)
            expectEqual(Sun.crossing(rises: false, day: day, at: tromso), nil)
        }
        let march = try #require(LocalTime("2026-03-20 12:00")).day
        #expect(Sun.crossing(rises: true, day: march, at: tromso) != nil)
    }

    @Test func scheduleContinuesAfterThePolarNight() throws {
        let circumstances = ClockCircumstances(
            zone: try #require(TimeZoneRules("CET-1CEST,M3.5.0,M10.5.0/3")),
            place: GeographicPosition(latitude: 69.65, longitude: 18.96))
        let start = circumstances.zone.time(of: try #require(LocalTime("2026-12-01 12:00")))
        let next = try #require(Schedule.sunrise().next(after: start, in: circumstances))
        let first = circumstances.zone.local(next)
        #expect(first.year == 2027 && first.month == 1 && (13...17).contains(first.dayOfMonth), "\(first)")
    }
}
