import TestSupport
import Testing

@testable import CarillonDevices

/// A plan whose time moves as a test says.
private struct PlanBench {
    private(set) var plan: AlarmPlan
    private(set) var now = Duration.seconds(100)
    private let zone: TimeZoneRules

    init(_ start: String, zone: String = "CET-1CEST,M3.5.0,M10.5.0/3", place: GeographicPosition? = nil) throws {
        self.zone = try #require(TimeZoneRules(zone))
        let time = self.zone.time(of: try #require(LocalTime(start)))
        plan = AlarmPlan(
            ClockCircumstances(zone: self.zone, place: place), offset: .seconds(time) - .seconds(100),
            earliest: 1_577_836_800)
    }

    mutating func set(_ schedule: Schedule?, _ id: Int = 1) { plan.set(id, to: schedule, at: now) }

    /// Lets time pass, with each timer at its time.
    mutating func advance(_ duration: Duration) -> [String] {
        let end = now + duration
        var rings: [String] = []
        while let due = plan.nextDue, due <= end {
            now = max(now, due)
            rings += texts(plan.advance(to: now))
        }
        now = end
        return rings
    }

    /// Lets time pass without a timer, as while the program is stopped, and then lets it go on.
    mutating func stop(for duration: Duration) -> [String] {
        now += duration
        return texts(plan.advance(to: now))
    }

    mutating func setClock(to text: String) throws -> [String] {
        let time = zone.time(of: try #require(LocalTime(text)))
        return texts(plan.setClock(.seconds(time) - now, at: now))
    }

    private func texts(_ actions: [AlarmPlan.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .ring(_, let time, 0): "\(zone.local(time))"
            case .ring(_, let time, let missed): "\(zone.local(time)) after \(missed)"
            case .miss(_, let time, let count): "missed \(count) until \(zone.local(time))"
            }
        }
    }
}

@Suite struct AlarmPlanTests {
    /// Each course begins with the local time in Berlin, or in UTC. `advance`, `stop` and `clock` let time pass, without
    /// timers, or set the clock, and expect the alarms that ring or are missed meanwhile; nil expects nothing.
    enum Step {
        case begin(String, zone: String = "CET-1CEST,M3.5.0,M10.5.0/3")
        case set(Schedule?, Int = 1)
        case advance(Duration, [String])
        case stop(Duration, [String])
        case clock(String, [String]?)
        case neverRings
    }

    private static let seven = Schedule.at("07:00")

    static let days: [Course<Step>] = [
        Course(
            "an alarm rings on its days",
            .begin("2026-11-27 12:00"), .set(.at("07:00", on: .weekdays)),
            .advance(.seconds(5 * 86_400), ["2026-11-30 07:00", "2026-12-01 07:00", "2026-12-02 07:00"])),
        Course(
            "an alarm without days never rings", .begin("2026-11-27 12:00"), .set(.at("07:00", on: [])), .neverRings),
        Course(
            "an alarm that is set at its time rings the next day",
            .begin("2026-11-27 07:00"), .set(seven), .advance(.seconds(86_400), ["2026-11-28 07:00"])),
        Course(
            "an alarm at a skipped time rings at the change",
            .begin("2026-03-28 12:00"), .set(.at("02:30")),
            .advance(.seconds(2 * 86_400), ["2026-03-29 03:00", "2026-03-30 02:30"])),
        Course(
            "an alarm at a repeated time rings once",
            .begin("2026-10-24 12:00"), .set(.at("02:30")),
            .advance(.seconds(2 * 86_400), ["2026-10-25 02:30", "2026-10-26 02:30"])),
        Course(
            "hours are each an hour apart when summer time begins",
            .begin("2026-03-29 00:30"), .set(.every(.seconds(3600))),
            .advance(.seconds(3 * 3600), ["2026-03-29 01:00", "2026-03-29 03:00", "2026-03-29 04:00"])),
        Course(
            "hours are each an hour apart when summer time ends",
            .begin("2026-10-25 01:30"), .set(.every(.seconds(3600))),
            .advance(.seconds(3 * 3600), ["2026-10-25 02:00", "2026-10-25 02:00", "2026-10-25 03:00"])),
        Course(
            "the last interval of a day ends at midnight",
            .begin("2026-11-27 20:30", zone: "UTC0"), .set(.every(.seconds(7 * 3600))),
            .advance(.seconds(11 * 3600), ["2026-11-27 21:00", "2026-11-28 00:00", "2026-11-28 07:00"])),
        Course(
            "alarms ring in the order of their times",
            .begin("2026-11-27 06:58"), .set(.at("07:02"), 1), .set(seven, 2),
            .clock("2026-11-27 07:05", ["2026-11-27 07:00", "2026-11-27 07:02"])),
        Course(
            "an alarm that is set twice rings once and never after its removal",
            .begin("2026-11-27 06:58"), .set(seven), .set(seven), .set(nil), .neverRings, .set(seven),
            .advance(.seconds(300), ["2026-11-27 07:00"])),
    ]

    static let clocks: [Course<Step>] = [
        Course(
            "an alarm rings late if the clock jumps over it",
            .begin("2026-11-27 06:58"), .set(seven), .clock("2026-11-27 07:05", ["2026-11-27 07:00"]),
            .advance(.seconds(86_400), ["2026-11-28 07:00"])),
        Course(
            "an alarm does not ring again when the clock is put back",
            .begin("2026-11-27 06:58"), .set(seven), .advance(.seconds(300), ["2026-11-27 07:00"]),
            .clock("2026-11-27 06:50", []), .advance(.seconds(90_000), ["2026-11-28 07:00"])),
        Course(
            "an alarm does not ring again for the same time after a whole day back",
            .begin("2026-11-28 06:58"), .set(seven), .advance(.seconds(300), ["2026-11-28 07:00"]),
            .clock("2026-11-27 08:00", []), .advance(.seconds(2 * 86_400), ["2026-11-29 07:00"])),
        Course(
            "alarms are missed when the clock jumps far ahead",
            .begin("2026-11-27 02:00"), .set(seven), .clock("2026-11-29 12:00", ["missed 3 until 2026-11-29 07:00"]),
            .advance(.seconds(86_400), ["2026-11-30 07:00"])),
        Course(
            "alarms ring again after the clock jumps far back",
            .begin("2036-11-27 06:00"), .set(seven), .advance(.seconds(7200), ["2036-11-27 07:00"]),
            .clock("2026-11-27 06:59", []), .advance(.seconds(120), ["2026-11-27 07:00"])),
        // 07:00 in 1970 is no alarm.
        Course(
            "an alarm rings on a machine that boots in 1970 when the clock is set",
            .begin("1970-01-01 06:59"), .set(seven), .advance(.seconds(180), []),
            .clock("2026-11-27 07:01", ["2026-11-27 07:00"]), .advance(.seconds(86_400), ["2026-11-28 07:00"])),
        // A box without a network overnight, at which somebody plugs in the network at noon; the program has been running
        // since 04:10.
        Course(
            "old alarms from before the clock was set are missed",
            .begin("1970-01-01 00:00"), .set(seven, 1), .set(.at("10:00"), 2), .set(.at("04:00"), 3),
            .set(.every(.seconds(3600)), 4), .advance(.seconds(8 * 3600), []),
            .clock(
                "2027-01-03 12:10",
                ["missed 1 until 2027-01-03 07:00", "2027-01-03 10:00", "missed 8 until 2027-01-03 12:00"])),
        Course(
            "alarms of days without a time are missed if the last one is old",
            .begin("1970-01-01 00:00"), .set(seven), .advance(.seconds(3 * 86_400), []),
            .clock("2026-11-27 12:00", ["missed 3 until 2026-11-27 07:00"])),
        Course(
            "the last alarm of days without a time rings if it is recent",
            .begin("1970-01-01 00:00"), .set(seven), .advance(.seconds(3 * 86_400), []),
            .clock("2026-11-27 08:00", ["2026-11-27 07:00 after 2"])),
        // Setting the clock to another wrong time changes nothing.
        Course(
            "alarms since a loss of the clock ring or are missed, and earlier ones have rung",
            .begin("2026-11-20 12:00"), .set(seven, 1), .set(.at("20:00"), 2),
            .advance(
                .seconds(2 * 86_400),
                ["2026-11-20 20:00", "2026-11-21 07:00", "2026-11-21 20:00", "2026-11-22 07:00"]),
            .advance(
                .seconds(3 * 86_400),
                [
                    "2026-11-22 20:00", "2026-11-23 07:00", "2026-11-23 20:00", "2026-11-24 07:00", "2026-11-24 20:00",
                    "2026-11-25 07:00",
                ]),
            .clock("1970-01-01 00:00", []), .advance(.seconds(3600), []), .clock("1970-03-01 00:00", []),
            .advance(.seconds(14 * 3600), []), .clock("2026-11-26 03:00", ["missed 1 until 2026-11-25 20:00"]),
            .advance(.seconds(5 * 3600), ["2026-11-26 07:00"])),
        // `date --set 07:00` sets the clock to the beginning of the second.
        Course(
            "the alarm of the moment to which a fast clock is set rings",
            .begin("2026-11-20 12:00"), .set(seven), .clock("2036-06-01 06:00", nil), .advance(.milliseconds(100), []),
            .clock("2026-11-27 07:00", ["2026-11-27 07:00"]), .advance(.seconds(3600), [])),
        Course(
            "the alarm of the moment to which a lost clock is set rings",
            .begin("2026-11-20 12:00"), .set(seven), .clock("1970-01-01 00:00", nil), .advance(.milliseconds(100), []),
            .clock("2026-11-27 07:00", ["2026-11-27 07:00"]), .advance(.seconds(3600), [])),
        Course(
            "an alarm before the start of the program does not ring when the clock is set",
            .begin("1970-01-01 00:01"), .set(seven), .advance(.seconds(30), []), .clock("2026-11-27 07:01", []),
            .advance(.seconds(86_400), ["2026-11-28 07:00"])),
        // The earliest time is that of 2020-01-01 00:00 in Greenwich.
        Course(
            "alarms ring when a clock reaches the earliest valid time",
            .begin("2020-01-01 00:40"), .set(.every(.seconds(900))),
            .advance(.seconds(2000), ["2020-01-01 01:00 after 1"])),
        Course(
            "alarms do not ring while the clock is lost",
            .begin("2026-11-27 02:00"), .set(seven), .clock("1970-01-01 00:00", nil), .advance(.seconds(86_400), [])),
        Course(
            "several times during a stop of the program ring once",
            .begin("2026-11-27 06:00"), .set(seven),
            .stop(.seconds(3 * 86_400 + 2 * 3600), ["2026-11-30 07:00 after 3"])),
        Course(
            "intervals during a stop of the program are missed",
            .begin("2026-11-27 06:01"), .set(.every(.seconds(3600))),
            .stop(.seconds(3 * 3600 + 1800), ["missed 3 until 2026-11-27 09:00"]),
            .advance(.seconds(3600), ["2026-11-27 10:00"])),
        Course(
            "the missed minutes of a year are counted up to a limit",
            .begin("2026-11-27 06:01:30"), .set(.every(.seconds(60))),
            .stop(.seconds(365 * 86_400), ["2027-11-27 06:01 after 999"])),
    ]

    @Test(arguments: days) func alarmsRingAtTheirTimes(course: Course<Step>) throws { try play(course) }

    @Test(arguments: clocks) func alarmsFollowTheClockAndTheProgram(course: Course<Step>) throws { try play(course) }

    private func play(_ course: Course<Step>) throws {
        var bench = try PlanBench("2026-11-27 12:00")
        for step in course.steps {
            var (rings, expected): ([String], [String]?) = ([], nil)
            switch step {
            case .begin(let time, let zone): bench = try PlanBench(time, zone: zone)
            case .set(let schedule, let id): bench.set(schedule, id)
            case .advance(let time, let all): (rings, expected) = (bench.advance(time), all)
            case .stop(let time, let all): (rings, expected) = (bench.stop(for: time), all)
            case .clock(let time, let all): (rings, expected) = (try bench.setClock(to: time), all)
            case .neverRings: expectEqual(bench.plan.nextDue, nil, "\(step)", sourceLocation: course.place)
            }
            if let expected { expectEqual(rings, expected, "\(step)", sourceLocation: course.place) }
        }
    }

    @Test func alarmCanRingEachMinuteOfADay() throws {
        var bench = try PlanBench("2026-11-27 20:30")
        bench.set(.every(.seconds(60)))
        expectEqual(bench.advance(.seconds(86_400)).count, 1440)
    }

    @Test func alarmRingsAtSunsetWithAnOffset() throws {
        var bench = try PlanBench("2026-06-21 12:00", place: GeographicPosition(latitude: 52.52, longitude: 13.405))
        bench.set(.sunset(.seconds(-1800)))
        let rings = bench.advance(.seconds(86_400))
        #expect(rings.count == 1 && rings[0].hasPrefix("2026-06-21 21:0"), "\(rings)")
    }
}
