import CarillonTest
import Testing

@testable import HallLight

@Suite struct HallLightTests {
    @Test func eachButtonSwitchesTheLight() throws {
        let bench = try Bench(makeHallLight)
        let light = try bench.device(LatchingRelay.self, "light")
        try bench.press("front")
        #expect(light.isOn)
        try bench.press("back")
        #expect(!light.isOn)
        #expect(bench.changes.map(\.description) == ["latching-relay light on", "latching-relay light off"])
    }

    @Test func pulseDrivesOneCoil() throws {
        let bench = try Bench(wiring: Wiring(Self.relay))
        let light = try bench.device(LatchingRelay.self, "light")
        func coils() -> [Level?] { ["GPIO17", "GPIO27"].map { bench.chip.level(of: $0) } }
        #expect(coils() == [.inactive, .active])
        bench.advance(by: .milliseconds(50))
        #expect(coils() == [.inactive, .inactive])
        light.set(true)
        #expect(coils() == [.active, .inactive])
        // The second pulse ends the first one.
        light.set(false)
        #expect(coils() == [.inactive, .active])
        bench.advance(by: .milliseconds(50))
        #expect(coils() == [.inactive, .inactive])
    }

    @Test func benchSetsTheLight() throws {
        let bench = try Bench(wiring: Wiring(Self.relay))
        try bench.set("light", to: .toggle(.on))
        #expect(try bench.device(LatchingRelay.self, "light").isOn)
    }

    @Test func fleetShowsTheLight() throws {
        let bench = try Bench(fleet: .homeAssistant, makeHallLight)
        #expect(bench.broker["latching-relay/light"] == "OFF")
        try bench.press("front")
        #expect(bench.broker["latching-relay/light"] == "ON")
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        let bench = try Bench(wiring: "hall-light", kinds: [LatchingRelay.self], makeHallLight)
        try bench.press("back")
        #expect(try bench.device(LatchingRelay.self, "light").isOn)
    }

    private static let relay = Wiring.Entry.device(LatchingRelay.self, "light") { settings in
        (settings.on.name, settings.off.name) = ("GPIO17", "GPIO27")
    }
}
