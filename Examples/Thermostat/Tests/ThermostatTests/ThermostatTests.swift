import CarillonTest
import Testing

@testable import Thermostat

@Suite struct ThermostatTests {
    @Test func thermostatHeatsWithAHysteresis() throws {
        let bench = try Bench(makeThermostat)
        let heating = try bench.relay("heating")
        var states: [Bool] = []
        for temperature in [21, 19.6, 19.4, 19.9, 20, 19.6] {
            try bench.measure(temperature, at: "room")
            states.append(heating.isOn)
        }
        #expect(states == [false, false, true, true, false, false])
    }

    @Test func knobSetsTheTarget() throws {
        let bench = try Bench(makeThermostat)
        try bench.measure(21, at: "room")
        try bench.turn("target", by: 4)
        #expect(try bench.relay("heating").isOn)
        try bench.turn("target", by: -100)
        #expect(bench.model.target == 5)
        #expect(try !bench.relay("heating").isOn)
    }

    @Test func pageSetsTheTarget() throws {
        let bench = try Bench(makeThermostat)
        try bench.measure(21, at: "room")
        try bench.set("target", to: .level(21.5))
        try bench.turn("target")
        #expect(bench.model.target == 22)
        #expect(try bench.relay("heating").isOn)
        #expect(throws: BenchError.self) { try bench.set("target", to: .level(26)) }
    }

    @Test func heatingIsOffWithoutAThermometer() throws {
        let bench = try Bench(makeThermostat)
        try bench.measure(15, at: "room")
        try bench.unplug("room")
        #expect(try !bench.relay("heating").isOn)
        try bench.plugIn("room")
        #expect(try bench.relay("heating").isOn)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        let bench = try Bench(wiring: "thermostat", makeThermostat)
        try bench.measure(15, at: "room")
        #expect(try bench.relay("heating").isOn)
    }
}
