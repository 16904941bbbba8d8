import CarillonTest
import Testing

@testable import HeatLamp

/// A session of 39.89 seconds, recorded by HeatLamp on a bench.
@Suite struct HeatLampSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("HeatLamp", "heat-lamp"), makeHeatLamp)
        for _ in 1...20 { try bench.press("button") }
        #expect("\(bench.model)" == "off")
    }
}
