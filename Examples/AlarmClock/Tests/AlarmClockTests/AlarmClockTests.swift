import CarillonTest
import Testing

@testable import AlarmClock

@Suite struct AlarmClockTests {
    @Test func alarmRingsEachDay() throws {
        let bench = try Bench(clock: "2026-11-23 22:00", makeAlarmClock)
        try bench.screen("clock").press("Armed")
        for day in 24...26 {
            try bench.advance(to: "2026-11-\(day) 06:31")
            #expect(bench.model.state == .dawn && !bench.isSounding)
            try bench.advance(to: "07:01")
            #expect(bench.model.state == .ringing && bench.isSounding)
            try bench.hold("snooze")
            #expect(bench.model.state == .asleep && !bench.isSounding && bench.lit == [])
        }
        #expect(bench.sounds.count == 3)
    }

    @Test func lampBrightensForHalfAnHour() throws {
        let bench = try Bench(clock: "2026-11-23 06:00", makeAlarmClock)
        try bench.screen("clock").press("Armed")
        try bench.advance(to: "06:29")
        #expect(bench.lit == [])
        try bench.advance(to: "06:40")
        #expect((0.1...0.12).contains(try bench.led("dawn").brightness))
        #expect(try bench.screen("clock").text == "06:40\nAlarm 07:00\n>Armed [x]")
        try bench.advance(to: "06:59")
        #expect(try bench.led("dawn").brightness > 0.9)
    }

    @Test func alarmGetsLouderForAMinute() throws {
        let bench = try Bench(clock: "2026-11-23 06:58", makeAlarmClock)
        try bench.screen("clock").press("Armed")
        try bench.advance(to: "07:00:30")
        #expect((68...72).contains(bench.volume(of: .alarm).percent))
        try bench.advance(to: "07:02")
        #expect(bench.volume(of: .alarm) == .full)
        try bench.press("snooze")
        try bench.advance(to: "07:04")
        #expect(bench.volume(of: .alarm) == .percent(40))
    }

    @Test func alarmRingsAgainAfterASnooze() throws {
        let bench = try Bench(clock: "2026-11-23 06:59", makeAlarmClock)
        try bench.screen("clock").press("Armed")
        try bench.advance(to: "07:02")
        try bench.press("snooze")
        #expect(bench.model.state == .snoozing && !bench.isSounding && bench.isBusy)
        try bench.advance(to: "07:12")
        #expect(bench.model.state == .ringing && bench.isSounding)
        try bench.screen("clock").press("Armed")
        #expect(bench.model.state == .asleep && !bench.isSounding)
    }

    @Test func knobSetsTheAlarm() throws {
        let bench = try Bench(clock: "2026-11-23 22:00", makeAlarmClock)
        try bench.screen("clock").press("Armed")
        try bench.screen("clock").press("Alarm")
        try bench.screen("clock").turn(by: -9)
        #expect(try bench.screen("clock").text == "22:00\n*Alarm 06:15\nArmed [x]")
        try bench.advance(to: "06:16")
        #expect(bench.model.state == .ringing)
    }

    @Test func pageSetsTheAlarmToTheMinute() throws {
        let bench = try Bench(clock: "2026-11-23 22:00", makeAlarmClock)
        try bench.screen("clock").press("Armed")
        #expect(try bench.text("wake up") == "07:00")
        try bench.set("wake up", to: .text("06:17"))
        #expect(try bench.screen("clock").text == "22:00\nAlarm 06:17\n>Armed [x]")
        try bench.advance(to: "06:18")
        #expect(bench.model.state == .ringing)
    }

    @Test func disarmedClockIsSilent() throws {
        let bench = try Bench(clock: "2026-11-23 22:00", makeAlarmClock)
        try bench.advance(to: "12:00")
        #expect(bench.sounds == [] && bench.lit == [])
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "alarm-clock", makeAlarmClock)
    }
}
