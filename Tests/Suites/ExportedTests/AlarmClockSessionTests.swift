import CarillonTest
import Testing

@testable import AlarmClock

/// A session of 39.434 seconds, recorded by AlarmClock on a bench.
@Suite struct AlarmClockSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("AlarmClock", "alarm-clock"), clock: "2026-01-01 00:00", makeAlarmClock)
        try bench.press("snooze")
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        try bench.hold("snooze")
        try bench.press("snooze")
        try bench.turn("alarm", by: 3)
        try bench.press("snooze")
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        try bench.turn("alarm", by: 3)
        try bench.flip("armed", to: true)
        try bench.turn("alarm", by: 3)
        try bench.flip("armed", to: false)
        try bench.turn("alarm", by: -1)
        for _ in 1...3 { try bench.press("snooze") }
        try bench.flip("armed", to: true)
        try bench.turn("alarm", by: -4)
        try bench.flip("armed", to: false)
        try bench.press("snooze")
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        for _ in 1...2 { try bench.press("snooze") }
        let model = [
            "Model(now: 00:00, alarm: 07:20, isArmed: false, state: ",
            "AlarmClock.State.asleep)",
        ].joined()
        #expect("\(bench.model)" == model)
    }
}
