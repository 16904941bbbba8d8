import CarillonTest
import Testing

@testable import ShutdownButton

@Suite struct ShutdownButtonTests {
    @Test func shortPressDoesNothing() throws {
        let bench = try Bench(makeShutdownButton)
        try bench.press("off", for: .milliseconds(2900))
        bench.advance(by: .seconds(10))
        #expect(try bench.relay("power").isOn)
    }

    @Test func holdOfThreeSecondsBlinksAndSwitchesThePowerOff() throws {
        let bench = try Bench(makeShutdownButton)
        try bench.press("off", for: .seconds(3))
        #expect(try bench.led("light").pattern == .blinking(on: .milliseconds(100), off: .milliseconds(100)))
        bench.advance(by: .seconds(2))
        #expect(try !bench.relay("power").isOn)
        #expect(bench.lit == [])
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "shutdown-button", makeShutdownButton)
    }
}
