import CarillonTest
import Testing

@testable import Blink

/// A session of 41.289 seconds, recorded by Blink on a bench.
@Suite struct BlinkSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("Blink", "blink"), makeBlink)
        for _ in 1...25 { try bench.press("button") }
        #expect(bench.model == true)
    }
}
