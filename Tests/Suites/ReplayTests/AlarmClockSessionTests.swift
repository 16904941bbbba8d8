import CarillonTest
import Testing

@testable import AlarmClock

/// A session of 39.892 s, recorded by AlarmClock on a bench.
@Suite struct AlarmClockSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("AlarmClock", "alarm-clock"), clock: "2026-01-01 00:00", makeAlarmClock)
        for _ in 1...2 { try bench.press("snooze") }
        for _ in 1...2 { try bench.press("knob") }
        try bench.turn("knob", by: -2)
        try bench.press("snooze")
        for _ in 1...2 { try bench.press("knob") }
        try bench.press("snooze")
        for _ in 1...3 { try bench.press("knob") }
        for _ in 1...2 { try bench.press("snooze") }
        try bench.hold("snooze")
        try bench.press("snooze")
        try bench.turn("knob", by: 3)
        try bench.press("knob")
        try bench.press("snooze")
        try bench.hold("snooze")
        try bench.press("snooze")
        try bench.press("knob")
        try bench.hold("snooze")
        let model = [
            "Model(now: 00:00, alarm: 07:15, isArmed: false, state: ",
            "AlarmClock.State.asleep)",
        ].joined()
        #expect("\(bench.model)" == model)
    }
}
