import CarillonTest
import Testing

@testable import AllOn

@Suite struct AllOnTests {
    @Test func allDevicesAreOnWhileTheButtonIsDown() throws {
        let bench = try Bench(makeAllOn)
        try bench.pushDown("button")
        #expect(bench.lit == ["red", "amber", "green"])
        #expect(try bench.buzzer("buzzer").isOn)
        try bench.release("button")
        #expect(bench.lit == [])
        #expect(try !bench.buzzer("buzzer").isOn)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "all-on", makeAllOn)
    }
}
