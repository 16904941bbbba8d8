import CarillonTest
import Testing

@testable import Doorbell

/// A session of 40.015 seconds, recorded by Doorbell on a bench.
@Suite struct DoorbellSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("Doorbell", "doorbell"), makeDoorbell)
        for _ in 1...3 { try bench.press("bell") }
        try bench.flip("quiet", to: true)
        for _ in 1...3 { try bench.press("bell") }
        try bench.flip("quiet", to: false)
        try bench.flip("quiet", to: true)
        try bench.press("bell")
        try bench.flip("quiet", to: false)
        try bench.flip("quiet", to: true)
        try bench.press("bell")
        try bench.flip("quiet", to: false)
        try bench.press("bell")
        try bench.flip("quiet", to: true)
        try bench.flip("quiet", to: false)
        try bench.flip("quiet", to: true)
        try bench.press("bell")
        try bench.flip("quiet", to: false)
        try bench.press("bell")
        try bench.flip("quiet", to: true)
        try bench.flip("quiet", to: false)
        #expect("\(bench.model)" == "Model(isQuiet: false, rings: 11)")
    }
}
