import CarillonTest
import Testing

@testable import FluxusCounter

@Suite struct FluxusCounterTests {
    @Test func controlsChangeTheCount() throws {
        let bench = try Bench(makeFluxusCounter)
        let panel = try bench.screen("panel")
        #expect(panel.text == "0\neven\n>+1 +10 Reset")
        try panel.press("+10")
        try panel.press("+1")
        #expect(panel.text == "11\nodd\n>+1 +10 Reset" && bench.model == 11)
        try panel.press("Reset")
        #expect(panel.text == "0\neven\n+1 +10 >Reset")
    }

    @Test func twoButtonsReachAllControls() throws {
        let bench = try Bench(makeFluxusCounter)
        for button in ["press", "next", "press", "next", "next", "press"] { try bench.press(button) }
        #expect(bench.model == 12)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "fluxus-counter", makeFluxusCounter)
    }
}
