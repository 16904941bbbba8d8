import CarillonTest
import Testing

@testable import AllOn

@Suite struct AllOnTests {
    @Test func allIsOnWhileTheButtonIsDown() throws {
        let bench = try Bench(makeAllOn)
        try bench.pushDown("button")
        #expect(bench.lit == ["red", "amber", "green"])
        #expect(try bench.buzzer("buzzer").isOn)
        try bench.release("button")
        #expect(bench.lit == [])
        #expect(try !bench.buzzer("buzzer").isOn)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasItsDevices() throws {
        _ = try Bench(wiring: "all-on", makeAllOn)
    }
}
