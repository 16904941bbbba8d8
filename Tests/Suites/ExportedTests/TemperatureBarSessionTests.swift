import CarillonTest
import Testing

@testable import TemperatureBar

/// A session of 40.0 seconds, recorded by TemperatureBar on a bench.
@Suite struct TemperatureBarSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("TemperatureBar", "temperature-bar"), makeSteadyBar)
        bench.advance(by: .seconds(40))
        #expect("\(bench.model)" == "0.4444444444444444")
    }
}
