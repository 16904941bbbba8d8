import CarillonTest
import Testing

@testable import StopWatch

@Suite struct StopWatchTests {
    @Test func stopWatchMeasuresFromPressToPress() throws {
        let bench = try Bench(makeStopWatch)
        try bench.press("start")
        bench.advance(by: .milliseconds(12_265))
        try bench.press("start")
        #expect(bench.model.measured == .milliseconds(12_345))
        #expect(try bench.number("seconds").number == 12)
        try bench.hold("start")
        #expect(bench.model == Model())
    }

    @Test func secondsAreAddedUpOverAllRuns() throws {
        let bench = try Bench(makeStopWatch)
        let seconds = try bench.number("seconds")
        for run in 1...10 {
            try bench.press("start")
            bench.advance(by: .milliseconds(820))
            try bench.press("start")
            #expect(bench.model.measured == .milliseconds(900 * run))
            #expect(seconds.number == 900 * run / 1000)
        }
        try bench.press("start")
        bench.advance(by: .milliseconds(919))
        #expect(seconds.number == 9)
        bench.advance(by: .milliseconds(1))
        #expect(seconds.number == 10)
        bench.advance(by: .seconds(5))
        #expect(seconds.number == 15)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "stop-watch", makeStopWatch)
    }
}
