import CarillonTest
import Testing

@testable import StopWatch

/// A session of 40.067 seconds, recorded by StopWatch on a bench.
@Suite struct StopWatchSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("StopWatch", "stop-watch"), makeStopWatch)
        try bench.press("start")
        bench.advance(by: .seconds(2))
        try bench.press("start")
        try bench.press("start", for: .milliseconds(230))
        bench.advance(by: .seconds(2))
        try bench.press("start")
        try bench.hold("start")
        try bench.press("start")
        bench.advance(by: .seconds(1))
        for _ in 1...2 { try bench.press("start") }
        bench.advance(by: .seconds(2))
        for _ in 1...4 { try bench.press("start") }
        bench.advance(by: .milliseconds(1700))
        for _ in 1...2 { try bench.press("start") }
        bench.advance(by: .milliseconds(1500))
        for _ in 1...2 { try bench.press("start") }
        bench.advance(by: .seconds(1))
        for _ in 1...2 { try bench.press("start") }
        bench.advance(by: .milliseconds(1600))
        try bench.press("start")
        try bench.press("start", for: .milliseconds(160))
        bench.advance(by: .milliseconds(900))
        try bench.press("start")
        try bench.press("start", for: .milliseconds(140))
        bench.advance(by: .milliseconds(820))
        let model = [
            "Model(measured: 10.46 seconds, startedAt: Optional(16.67 seconds), ",
            "seconds: 9)",
        ].joined()
        #expect("\(bench.model)" == model)
    }
}
