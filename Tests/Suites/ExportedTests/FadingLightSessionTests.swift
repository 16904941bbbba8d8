import CarillonTest
import Testing

@testable import FadingLight

/// A session of 39.612 seconds, recorded by FadingLight on a bench.
@Suite struct FadingLightSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("FadingLight", "fading-light"), makeFadingLight)
        for _ in 1...23 { try bench.press("brighter") }
        #expect("\(bench.model)" == "bright")
    }
}
