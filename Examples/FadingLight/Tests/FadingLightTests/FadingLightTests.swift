import CarillonTest
import Testing

@testable import FadingLight

@Suite struct FadingLightTests {
    @Test func eachPressMakesTheLampBrighterUntilItPulses() throws {
        let bench = try Bench(makeFadingLight)
        try bench.press("brighter")
        #expect(try abs(bench.led("lamp").brightness - 0.1) < 0.01)
        for _ in 1...3 { try bench.press("brighter") }
        #expect(try bench.led("lamp").pattern == .pulsing(rise: .seconds(2), fall: .seconds(2)))
        try bench.press("brighter")
        #expect(bench.lit == [])
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "fading-light", makeFadingLight)
    }
}
