import CarillonTest
import Testing

@testable import HouseBell

/// A session of 40.659 seconds, recorded by HouseBell on a bench.
@Suite struct HouseBellSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("HouseBell", "house-bell"), fleet: .homeAssistant, makeHouseBell)
        for _ in 1...21 { try bench.press("bell") }
        #expect("\(bench.model)" == "Model(isQuiet: false, rings: 21)")
    }
}
