import CarillonTest
import Testing

@testable import NightLight

@Suite struct NightLightTests {
    @Test func itIsLitInTheDarkIfItIsSwitchedOn() throws {
        let bench = try Bench(makeNightLight)
        try bench.sense("darkness", true)
        #expect(bench.lit == [])
        try bench.flip("on")
        #expect(try bench.led("lamp").pattern == .dimmed(to: 0.4))
        try bench.sense("darkness", false)
        #expect(bench.lit == [])
    }
}
