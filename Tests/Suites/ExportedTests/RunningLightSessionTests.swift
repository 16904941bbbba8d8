import CarillonTest
import Testing

@testable import RunningLight

/// A session of 39.363 seconds, recorded by RunningLight on a bench.
@Suite struct RunningLightSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("RunningLight", "running-light"), makeRunningLight)
        for _ in 1...23 { try bench.press("turn") }
        #expect("\(bench.model)" == "left")
    }
}
