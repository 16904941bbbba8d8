import CarillonTest
import Testing

@testable import VisitorCounter

/// A session of 42.092 seconds, recorded by VisitorCounter on a bench.
@Suite struct VisitorCounterSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let memory: BenchMemory = ["visitors": #"{"model": 7}"#]
        let bench = try Bench(wiring: .example("VisitorCounter", "visitor-counter"), memory: memory, makeVisitorCounter)
        try bench.press("count")
        bench.advance(by: .seconds(2))
        try bench.hold("count")
        try bench.sense("door", true)
        bench.advance(by: .seconds(2))
        try bench.press("count")
        bench.advance(by: .seconds(2))
        try bench.press("count", for: .milliseconds(2571))
        try bench.sense("door", false)
        try bench.press("count")
        bench.advance(by: .seconds(4))
        try bench.sense("door", true)
        bench.advance(by: .seconds(2))
        try bench.press("count")
        try bench.sense("door", false)
        bench.advance(by: .seconds(2))
        try bench.press("count")
        bench.advance(by: .seconds(2))
        try bench.press("count")
        bench.advance(by: .seconds(2))
        try bench.hold("count")
        bench.advance(by: .seconds(2))
        try bench.sense("door", true)
        try bench.sense("door", false)
        bench.advance(by: .seconds(3))
        try bench.press("count")
        bench.advance(by: .seconds(2))
        try bench.sense("door", true)
        bench.advance(by: .seconds(2))
        try bench.press("count", for: .milliseconds(1793))
        bench.advance(by: .milliseconds(500))
        #expect("\(bench.model)" == "Model(visitors: 0, isSpeaking: false)")
    }
}
