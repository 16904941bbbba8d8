import Foundation
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct TimeZoneTests {
    static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"
    /// The zones whose rules differ most: the south, half an hour of summer time, minus an hour in winter, rules that only a list
    /// of changes has, a change at a Saturday's midnight, and none.
    static let names = [
        "Europe/Berlin", "Australia/Sydney", "Australia/Lord_Howe", "Europe/Dublin", "Africa/Casablanca",
        "America/Santiago", "Asia/Kolkata", "America/St_Johns", "Africa/Cairo", "America/New_York",
    ]
    /// Whether the system has files of version 2 or later, see `TimeZoneRules.init(file:)`.
    static let hasFiles =
        (FileManager.default.contents(atPath: "/usr/share/zoneinfo/Europe/Berlin")?.dropFirst(4).first ?? 0)
        >= UInt8(ascii: "2")

    @Test(.enabled(if: hasFiles, "needs tzdata"), arguments: names)
    func offsetsMatchFoundation(name: String) throws {
        let zone = try #require(TimeZoneFile.named(name))
        let expected = try #require(TimeZone(identifier: name))
        // From 1990 to 2060: before and after the changes that the file lists. Foundation has a list of its own, which may be
        // older; in Africa, governments change their mind about the next years.
        let end: Int64 = name.hasPrefix("Africa/") ? 1_735_689_600 : 2_840_140_800
        for time in stride(from: Int64(631_152_000), to: end, by: 7919 * 60) {
            let date = Date(timeIntervalSince1970: Double(time))
            expectEqual(zone.offset(at: time), expected.secondsFromGMT(for: date), "\(date)")
        }
    }

    @Test(.enabled(if: hasFiles, "needs tzdata"), arguments: names)
    func textOfAZoneHasTheSameOffsetsFromItsStart(name: String) throws {
        let zone = try #require(TimeZoneFile.named(name))
        let start: Int64 = 1_764_000_000
        let read = try #require(TimeZoneRules(zone.text(from: start)))
        for time in stride(from: start, to: 2_840_140_800, by: 7919 * 60) {
            expectEqual(zone.offset(at: time), read.offset(at: time))
        }
    }

    @Test(.enabled(if: hasFiles, "needs tzdata"))
    func textOfAZoneWithARuleIsTheRule() throws {
        let zone = try #require(TimeZoneFile.named("Europe/Berlin"))
        expectEqual(zone.text(from: 1_764_000_000), Self.berlin)
    }

    @Test func skippedLocalTimeIsTheTimeOfTheChange() throws {
        let zone = try #require(TimeZoneRules(Self.berlin))
        let time = zone.time(of: try #require(LocalTime("2026-03-29 02:30")))
        expectEqual(zone.local(time).description, "2026-03-29 03:00")
        expectEqual(zone.local(time - 1).description, "2026-03-29 01:59:59")
    }

    @Test func repeatedLocalTimeIsTheEarlierOne() throws {
        let zone = try #require(TimeZoneRules(Self.berlin))
        let local = try #require(LocalTime("2026-10-25 02:30"))
        let time = zone.time(of: local)
        #expect(zone.local(time) == local && zone.local(time + 3600) == local && zone.offset(at: time) == 7200)
    }

    @Test func eachTimeIsFoundByItsLocalTime() throws {
        let zone = try #require(TimeZoneRules("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"))
        for time in stride(from: Int64(1_764_000_000), to: 1_800_000_000, by: 1799) {
            let local = zone.local(time)
            let found = zone.time(of: local)
            #expect(found == time || (found == time - 1800 && zone.local(found) == local))
        }
    }

    @Test(
        arguments: [
            "", "X", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/3,",
            "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,J0,J365", "CET-1:60", "<+03-3",
        ])
    func invalidRuleIsRefused(text: String) { expectEqual(PosixZone(text), nil) }

    @Test(arguments: ["", "9223372036854775807", "3600 5", "3600 5:", "3600 x:7200", "3600 5:-9223372036854775808"])
    func invalidTextIsRefused(text: String) { expectEqual(TimeZoneRules(text), nil) }

    @Test func damagedFileIsRefused() {
        expectEqual(TimeZoneRules(file: []), nil)
        expectEqual(TimeZoneRules(file: Array("TZif2".utf8)[...]), nil)
        // Counts that the file does not have room for.
        let header = Array("TZif2".utf8) + Array(repeating: 0, count: 15) + Array(repeating: 0xff, count: 24)
        expectEqual(TimeZoneRules(file: header[...]), nil)
        expectEqual(TimeZoneRules(file: (header + header)[...]), nil)
    }

    @Test(.enabled(if: hasFiles, "needs tzdata"))
    func truncatedFileIsRefused() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin")))
        let end = bytes.lastIndex(of: UInt8(ascii: "C")) ?? 0
        for count in stride(from: 0, to: end, by: 13) {
            let rules = TimeZoneRules(file: bytes[..<count])
            #expect(rules == nil || count > bytes.count - 40)
        }
    }

    @Test(arguments: ["", "/etc/passwd", "../../../etc/passwd", "Europe", "Europe/Berln"])
    func unknownZoneIsNotFound(name: String) { expectEqual(TimeZoneFile.named(name), nil) }
}
