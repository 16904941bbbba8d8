import CarillonTest
import Testing

@testable import ColourLight

@Suite struct ColourLightTests {
    @Test func lightChangesItsColourUntilItIsStopped() throws {
        let bench = try Bench(makeColourLight)
        bench.advance(by: .milliseconds(1000))
        #expect(try bench.rgb("light").color == .green)
        try bench.press("hold")
        bench.advance(by: .seconds(60))
        #expect(try bench.rgb("light").color == .green)
        try bench.press("hold")
        bench.advance(by: .milliseconds(500))
        #expect(try bench.rgb("light").color == .cyan)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "colour-light", makeColourLight)
    }
}
