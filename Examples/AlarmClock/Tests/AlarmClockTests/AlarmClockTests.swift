import CarillonTest
import Testing

@testable import AlarmClock

@Suite struct AlarmClockTests {
    @Test func alarmRingsEachDayOfWeek() throws {
        let bench = try Bench(clock: "2026-11-23 22:00", makeAlarmClock)
        try bench.flip("armed")
        for day in 24...30 {
            try bench.advance(to: "2026-11-\(day) 06:31")
            #expect(bench.model.state == .dawn && !bench.isSounding)
            // A turn ends the dawn, whose steps take long to simulate.
            try bench.turn("alarm", by: 1)
            try bench.turn("alarm", by: -1)
            try bench.advance(to: "07:01")
            #expect(bench.model.state == .ringing && bench.isSounding)
            try bench.hold("snooze")
            #expect(bench.model.state == .asleep && !bench.isSounding && bench.lit == [])
        }
        #expect(bench.sounds.count == 7)
    }

    @Test func lampDawnsForHalfAnHour() throws {
        let bench = try Bench(clock: "2026-11-23 06:00", makeAlarmClock)
        try bench.flip("armed")
        try bench.advance(to: "06:29")
        #expect(bench.lit == [])
        try bench.advance(to: "06:40")
        #expect((0.1...0.12).contains(try bench.led("dawn").brightness))
        #expect(try bench.text("time") == "06:40\nAlarm 07:00")
    }

    @Test func snoozeRingsAgain() throws {
        let bench = try Bench(clock: "2026-11-23 06:59", makeAlarmClock)
        try bench.flip("armed")
        try bench.advance(to: "07:02")
        try bench.press("snooze")
        #expect(bench.model.state == .snoozing && !bench.isSounding && bench.isBusy)
        try bench.advance(to: "07:12")
        #expect(bench.model.state == .ringing && bench.isSounding)
        try bench.flip("armed")
        #expect(bench.model.state == .asleep && !bench.isSounding)
    }

    @Test func knobSetsAlarm() throws {
        let bench = try Bench(clock: "2026-11-23 22:00", makeAlarmClock)
        try bench.flip("armed")
        try bench.turn("alarm", by: -9)
        #expect(try bench.text("time") == "22:00\nAlarm 06:15")
        try bench.advance(to: "06:16")
        #expect(bench.model.state == .ringing)
    }

    @Test func disarmedClockIsSilent() throws {
        let bench = try Bench(clock: "2026-11-23 22:00", makeAlarmClock)
        try bench.advance(to: "12:00")
        #expect(bench.sounds == [] && bench.lit == [])
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasItsDevices() throws {
        _ = try Bench(wiring: "alarm-clock", makeAlarmClock)
    }
}
