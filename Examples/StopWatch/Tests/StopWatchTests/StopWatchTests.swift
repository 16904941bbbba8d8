import CarillonTest
import Testing

@testable import StopWatch

@Suite struct StopWatchTests {
    @Test func itMeasuresFromPressToPress() throws {
        let bench = try Bench(makeStopWatch)
        try bench.press("start")
        bench.advance(by: .milliseconds(12_265))
        try bench.press("start")
        #expect(bench.model.measured == .milliseconds(12_345))
        #expect(try bench.number("seconds").number == 12)
        try bench.hold("start")
        #expect(bench.model == Model())
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasItsDevices() throws {
        _ = try Bench(wiring: "stop-watch", makeStopWatch)
    }
}
