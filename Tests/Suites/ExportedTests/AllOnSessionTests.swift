import CarillonTest
import Testing

@testable import AllOn

/// A session of 39.89 seconds, recorded by AllOn on a bench.
@Suite struct AllOnSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("AllOn", "all-on"), makeAllOn)
        for _ in 1...20 { try bench.press("button") }
        #expect(bench.model == false)
    }
}
