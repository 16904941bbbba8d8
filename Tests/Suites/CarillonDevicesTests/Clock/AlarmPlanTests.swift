import Testing

@testable import CarillonDevices

/// A plan whose time moves as a test says.
private struct PlanBench {
    private(set) var plan: AlarmPlan
    private(set) var now = Duration.seconds(100)
    private let zone: TimeZoneRules

    init(_ start: String, zone: String = "CET-1CEST,M3.5.0,M10.5.0/3", place: Place? = nil) throws {
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

private let seven = Schedule.at(TimeOfDay(hour: 7, minute: 0))

@Suite struct AlarmPlanTests {
    @Test func alarmRingsOnItsDays() throws {
        var bench = try PlanBench("2026-11-27 12:00")
        bench.set(.at(TimeOfDay(hour: 7, minute: 0), on: .weekdays))
        #expect(bench.advance(.seconds(5 * 86_400)) == ["2026-11-30 07:00", "2026-12-01 07:00", "2026-12-02 07:00"])
    }

    @Test func alarmWithoutDaysNeverRings() throws {
        var bench = try PlanBench("2026-11-27 12:00")
        bench.set(.at(TimeOfDay(hour: 7, minute: 0), on: []))
        #expect(bench.plan.nextDue == nil)
    }

    @Test func alarmThatIsSetAtItsTimeRingsNextDay() throws {
        var bench = try PlanBench("2026-11-27 07:00")
        bench.set(seven)
        #expect(bench.advance(.seconds(86_400)) == ["2026-11-28 07:00"])
    }

    @Test func timeThatDoesNotExistRingsAtChange() throws {
        var bench = try PlanBench("2026-03-28 12:00")
        bench.set(.at(TimeOfDay(hour: 2, minute: 30)))
        #expect(bench.advance(.seconds(2 * 86_400)) == ["2026-03-29 03:00", "2026-03-30 02:30"])
    }

    @Test func timeThatExistsTwiceRingsOnce() throws {
        var bench = try PlanBench("2026-10-24 12:00")
        bench.set(.at(TimeOfDay(hour: 2, minute: 30)))
        #expect(bench.advance(.seconds(2 * 86_400)) == ["2026-10-25 02:30", "2026-10-26 02:30"])
    }

    @Test func hoursAreEachAnHourApartWhenClocksChange() throws {
        var spring = try PlanBench("2026-03-29 00:30")
        spring.set(.every(.seconds(3600)))
        #expect(spring.advance(.seconds(3 * 3600)) == ["2026-03-29 01:00", "2026-03-29 03:00", "2026-03-29 04:00"])
        var autumn = try PlanBench("2026-10-25 01:30")
        autumn.set(.every(.seconds(3600)))
        #expect(autumn.advance(.seconds(3 * 3600)) == ["2026-10-25 02:00", "2026-10-25 02:00", "2026-10-25 03:00"])
    }

    @Test func lastIntervalOfDayEndsAtMidnight() throws {
        var bench = try PlanBench("2026-11-27 20:30", zone: "UTC0")
        bench.set(.every(.seconds(7 * 3600)))
        #expect(bench.advance(.seconds(11 * 3600)) == ["2026-11-27 21:00", "2026-11-28 00:00", "2026-11-28 07:00"])
    }

    @Test func eachMinuteOfDayRings() throws {
        var bench = try PlanBench("2026-11-27 20:30")
        bench.set(.every(.seconds(60)))
        #expect(bench.advance(.seconds(86_400)).count == 1440)
    }

    // MARK: A clock that is set

    @Test func alarmThatIsJumpedOverRingsLate() throws {
        var bench = try PlanBench("2026-11-27 06:58")
        bench.set(seven)
        #expect(try bench.setClock(to: "2026-11-27 07:05") == ["2026-11-27 07:00"])
        #expect(bench.advance(.seconds(86_400)) == ["2026-11-28 07:00"])
    }

    @Test func alarmDoesNotRingAgainWhenClockIsPutBack() throws {
        var bench = try PlanBench("2026-11-27 06:58")
        bench.set(seven)
        #expect(bench.advance(.seconds(300)) == ["2026-11-27 07:00"])
        #expect(try bench.setClock(to: "2026-11-27 06:50") == [])
        #expect(bench.advance(.seconds(90_000)) == ["2026-11-28 07:00"])
    }

    @Test func alarmDoesNotRingAgainForSameTimeAfterWholeDayBack() throws {
        var bench = try PlanBench("2026-11-28 06:58")
        bench.set(seven)
        #expect(bench.advance(.seconds(300)) == ["2026-11-28 07:00"])
        #expect(try bench.setClock(to: "2026-11-27 08:00") == [])
        #expect(bench.advance(.seconds(2 * 86_400)) == ["2026-11-29 07:00"])
    }

    @Test func greatJumpMissesAlarms() throws {
        var bench = try PlanBench("2026-11-27 02:00")
        bench.set(seven)
        #expect(try bench.setClock(to: "2026-11-29 12:00") == ["missed 3 until 2026-11-29 07:00"])
        #expect(bench.advance(.seconds(86_400)) == ["2026-11-30 07:00"])
    }

    @Test func greatJumpBackBeginsAnew() throws {
        var bench = try PlanBench("2036-11-27 06:00")
        bench.set(seven)
        #expect(bench.advance(.seconds(7200)) == ["2036-11-27 07:00"])
        #expect(try bench.setClock(to: "2026-11-27 06:59") == [])
        #expect(bench.advance(.seconds(120)) == ["2026-11-27 07:00"])
    }

    @Test func machineThatBootsIn1970RingsWhenItLearnsTime() throws {
        var bench = try PlanBench("1970-01-01 06:59")
        bench.set(seven)
        // 07:00 in 1970 is no alarm.
        #expect(bench.advance(.seconds(180)) == [])
        #expect(try bench.setClock(to: "2026-11-27 07:01") == ["2026-11-27 07:00"])
        #expect(bench.advance(.seconds(86_400)) == ["2026-11-28 07:00"])
    }

    @Test func alarmBeforeStartOfProgramDoesNotRingWhenTimeIsLearnt() throws {
        var bench = try PlanBench("1970-01-01 00:01")
        bench.set(seven)
        _ = bench.advance(.seconds(30))
        #expect(try bench.setClock(to: "2026-11-27 07:01") == [])
        #expect(bench.advance(.seconds(86_400)) == ["2026-11-28 07:00"])
    }

    @Test func clockThatIsLittleBehindBuildOfProgramBecomesRight() throws {
        // The earliest time is that of 2020-01-01 00:00 in Greenwich.
        var bench = try PlanBench("2020-01-01 00:40")
        bench.set(.every(.seconds(900)))
        #expect(bench.advance(.seconds(2000)) == ["2020-01-01 01:00 after 1"])
    }

    @Test func clockThatIsLostStopsAlarms() throws {
        var bench = try PlanBench("2026-11-27 02:00")
        bench.set(seven)
        _ = try bench.setClock(to: "1970-01-01 00:00")
        #expect(bench.advance(.seconds(86_400)) == [])
    }

    // MARK: A program that is stopped

    @Test func lateProgramRingsOnceForSeveralTimes() throws {
        var bench = try PlanBench("2026-11-27 06:00")
        bench.set(seven)
        #expect(bench.stop(for: .seconds(3 * 86_400 + 2 * 3600)) == ["2026-11-30 07:00 after 3"])
    }

    @Test func intervalIsNotMadeUpFor() throws {
        var bench = try PlanBench("2026-11-27 06:01")
        bench.set(.every(.seconds(3600)))
        #expect(bench.stop(for: .seconds(3 * 3600 + 1800)) == ["missed 3 until 2026-11-27 09:00"])
        #expect(bench.advance(.seconds(3600)) == ["2026-11-27 10:00"])
    }

    @Test func yearOfMissedMinutesIsCountedToLimit() throws {
        var bench = try PlanBench("2026-11-27 06:01:30")
        bench.set(.every(.seconds(60)))
        #expect(bench.stop(for: .seconds(365 * 86_400)) == ["2027-11-27 06:01 after 999"])
    }

    // MARK: Several alarms

    @Test func alarmsRingInOrderOfTheirTimes() throws {
        var bench = try PlanBench("2026-11-27 06:58")
        bench.set(.at(TimeOfDay(hour: 7, minute: 2)), 1)
        bench.set(seven, 2)
        #expect(try bench.setClock(to: "2026-11-27 07:05") == ["2026-11-27 07:00", "2026-11-27 07:02"])
    }

    @Test func sameScheduleDoesNotBeginAnew() throws {
        var bench = try PlanBench("2026-11-27 06:58")
        bench.set(seven)
        bench.set(seven)
        bench.set(nil)
        #expect(bench.plan.nextDue == nil)
        bench.set(seven)
        #expect(bench.advance(.seconds(300)) == ["2026-11-27 07:00"])
    }

    @Test func sunsetWithOffsetRings() throws {
        var bench = try PlanBench("2026-06-21 12:00", place: Place(latitude: 52.52, longitude: 13.405))
        bench.set(.sunset(.seconds(-1800)))
        let rings = bench.advance(.seconds(86_400))
        #expect(rings.count == 1 && rings[0].hasPrefix("2026-06-21 21:0"), "\(rings)")
    }
}
