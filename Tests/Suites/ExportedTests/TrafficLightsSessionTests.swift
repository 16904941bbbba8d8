import CarillonTest
import Testing

@testable import TrafficLights

/// A session of 38.177 seconds, recorded by TrafficLights on a bench.
@Suite struct TrafficLightsSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("TrafficLights", "traffic-lights"), makeTrafficLights)
        try bench.press("crossing", for: .milliseconds(180))
        bench.advance(by: .seconds(2))
        try bench.hold("crossing")
        bench.advance(by: .seconds(2))
        try bench.press("crossing", for: .milliseconds(100))
        bench.advance(by: .seconds(2))
        try bench.press("crossing", for: .milliseconds(190))
        bench.advance(by: .milliseconds(200))
        try bench.press("crossing", for: .milliseconds(160))
        bench.advance(by: .seconds(2))
        try bench.press("crossing", for: .milliseconds(230))
        bench.advance(by: .seconds(1))
        try bench.press("crossing", for: .milliseconds(120))
        bench.advance(by: .seconds(2))
        try bench.press("crossing")
        try bench.press("crossing", for: .milliseconds(250))
        try bench.press("crossing")
        try bench.hold("crossing")
        bench.advance(by: .seconds(1))
        try bench.press("crossing", for: .milliseconds(240))
        bench.advance(by: .seconds(2))
        try bench.hold("crossing")
        bench.advance(by: .seconds(2))
        try bench.press("crossing", for: .milliseconds(2750))
        bench.advance(by: .milliseconds(200))
        try bench.hold("crossing")
        bench.advance(by: .seconds(2))
        try bench.press("crossing")
        bench.advance(by: .seconds(2))
        try bench.hold("crossing")
        bench.advance(by: .seconds(2))
        for _ in 1...3 { try bench.hold("crossing") }
        bench.advance(by: .seconds(2))
        try bench.press("crossing")
        #expect("\(bench.model)" == "red")
    }
}
