import CarillonTest
import Testing

@testable import MotionAlarm

/// A session of 40.016 seconds, recorded by MotionAlarm on a bench.
@Suite struct MotionAlarmSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("MotionAlarm", "motion-alarm"), makeMotionAlarm)
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        try bench.flip("armed", to: true)
        try bench.sense("hall", true)
        try bench.sense("hall", false)
        try bench.flip("armed", to: false)
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        try bench.flip("armed", to: true)
        bench.advance(by: .seconds(3))
        try bench.sense("hall", true)
        try bench.sense("hall", false)
        try bench.flip("armed", to: false)
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        bench.advance(by: .seconds(4))
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        try bench.sense("hall", true)
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        try bench.sense("hall", false)
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        try bench.flip("armed", to: true)
        try bench.flip("armed", to: false)
        #expect("\(bench.model)" == "disarmed")
    }
}
