import CarillonTest
import TestSupport
import Testing

@Suite struct WithoutFleetTests {
    private static func bench() throws -> Bench<FleetDoorbell.Model> {
        let limits = OutputLimits(withoutFleet: .seconds(30))
        return try Bench(
            wiring: Wiring(
                .button("bell", line: "A"), .led("light", line: "B"), .led("lamp", line: "C") { $0.limits = limits },
                .relay("door", line: "D") { $0.limits = limits }, .relay("gate", line: "E"), .servo("arm", line: "F"),
                .sound("chime", file: "doorbell.wav")),
            fleet: .homeAssistant, FleetDoorbell.make)
    }

    @Test func outputIsSafeAfterALongAbsenceOfTheBroker() throws {
        let bench = try Self.bench()
        for device in ["door", "gate"] { bench.broker.send("ON", to: "relay/\(device)") }
        bench.broker.send("ON", to: "led/lamp")
        bench.advance(by: .seconds(60))
        bench.broker.stop()
        bench.advance(by: .seconds(29))
        #expect(try bench.relay("door").isOn && bench.led("lamp").isOn)
        bench.advance(by: .seconds(1))
        #expect(try !bench.relay("door").isOn && !bench.led("lamp").isOn)
        #expect(try bench.relay("gate").isOn)
        bench.broker.restore()
        bench.advance(by: .seconds(60))
        expectEqual(bench.broker["relay/door"], "OFF")
        expectEqual(bench.broker["led/lamp"], "OFF")
    }

    @Test func shortAbsenceOfTheBrokerChangesNothing() throws {
        let bench = try Self.bench()
        bench.broker.send("ON", to: "relay/door")
        for _ in 1...20 {
            bench.broker.cutOff()
            bench.advance(by: .seconds(2))
            bench.broker.restore()
            #expect(bench.advance(atMost: .seconds(27)) { bench.broker.isConnected })
            bench.advance(by: .seconds(60))
        }
        #expect(try bench.relay("door").isOn)
    }

    @Test func outputIsSafeIfTheBrokerIsNeverFound() throws {
        let bench = try Self.bench()
        bench.broker.stop()
        bench.broker.restore(forgetting: true)
        bench.broker.refuse("not authorised")
        try bench.relay("door").on()
        bench.advance(by: .seconds(30))
        #expect(try !bench.relay("door").isOn)
    }

    @Test func outputStaysOnInAProgramWithoutAFleet() throws {
        let limits = OutputLimits(withoutFleet: .seconds(30))
        let bench = try Bench(wiring: Wiring(.relay("door", line: "D") { $0.limits = limits }))
        try bench.relay("door").on()
        bench.advance(by: .seconds(3600))
        #expect(try bench.relay("door").isOn)
    }
}
