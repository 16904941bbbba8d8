import CarillonTest
import Testing

@testable import TrafficLights

@Suite struct TrafficLightsTests {
    @Test func pedestrianStopsTheTraffic() throws {
        let bench = try Bench(makeTrafficLights)
        bench.advance(by: .seconds(3600))
        #expect(bench.lit == ["green"])
        try bench.press("crossing")
        #expect(bench.lit == ["amber"])
        bench.advance(by: .seconds(3))
        #expect(bench.lit == ["red"])
        bench.advance(by: .seconds(10))
        #expect(bench.lit == ["red", "amber"])
        bench.advance(by: .seconds(2))
        #expect(bench.lit == ["green"])
    }

    @Test func buzzerSoundsWhileTheLightIsRed() throws {
        let bench = try Bench(makeTrafficLights)
        try bench.press("crossing")
        #expect(bench.advance(atMost: .seconds(3)) { bench.model == .red })
        #expect(try bench.draw("walk", for: .seconds(1), each: .milliseconds(100)) == "-____-____")
        bench.advance(by: .seconds(10))
        #expect(try bench.buzzer("walk").pattern == .off)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "traffic-lights", makeTrafficLights)
    }
}
