import CarillonTest
import Testing

@testable import MotionAlarm

@Suite struct MotionAlarmTests {
    @Test func disarmingInTimeKeepsTheSirenOff() throws {
        let bench = try Bench(makeMotionAlarm)
        try bench.flip("armed", to: true)
        try bench.sense("hall", true)
        bench.advance(by: .seconds(9))
        #expect(bench.model == .warned)
        try bench.flip("armed", to: false)
        bench.advance(by: .seconds(60))
        #expect(try !bench.buzzer("siren").isOn)
    }

    @Test func motionWhileItIsArmedSoundsTheSiren() throws {
        let bench = try Bench(makeMotionAlarm)
        try bench.sense("hall")
        #expect(bench.model == .disarmed)
        try bench.flip("armed")
        try bench.sense("hall")
        bench.advance(by: .seconds(10))
        #expect(try bench.buzzer("siren").isOn)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "motion-alarm", makeMotionAlarm)
    }
}
