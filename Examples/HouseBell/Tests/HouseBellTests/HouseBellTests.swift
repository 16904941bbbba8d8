import CarillonTest
import Testing

@testable import HouseBell

@Suite struct HouseBellTests {
    private let bench: Bench<Model>

    init() throws {
        bench = try Bench(fleet: .homeAssistant, makeHouseBell)
    }

    @Test func fleetShowsTheNumberOfRings() throws {
        try bench.press("bell")
        #expect(bench.sounds == ["doorbell"])
        #expect(bench.broker["app-number/rings"] == "1")
    }

    @Test func fleetRingsTheBell() {
        bench.broker.send("PRESS", to: "app-button/ring")
        #expect(bench.sounds == ["doorbell"])
    }

    @Test func fleetMutesTheBell() throws {
        bench.broker.send("ON", to: "app-switch/quiet")
        #expect(try bench.led("moon").isOn)
        try bench.press("bell")
        #expect(bench.sounds == [])
        #expect(bench.broker["app-switch/quiet"] == "ON")
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "house-bell", makeHouseBell)
    }
}
