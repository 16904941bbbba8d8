import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// Sensors of carbon dioxide on the bench, whose simulated chips answer as their data sheet says.
@Suite struct CarbonDioxideBenchTests {
    private let log = Log()
    private let wiring = try! Wiring(.co2Sensor("room", chip: "scd41 i2c-1"))

    private func watching(_ board: Board) throws -> MobiusController<Double, Double, Bool> {
        Mobius.loop(
            update: { (_: Double, new: Double) in Next<Double, Bool>.next(new) },
            effectHandler: EffectRouter<Bool, Double>().asConnectable
        )
        .withEventSource(try board.co2Sensor("room").changed { $0 })
        .makeController(from: 0, on: board.queue)
    }

    @Test func quantitiesAreMeasuredAndSmallChangesAreDropped() throws {
        let bench = try Bench(wiring: wiring)
        let room = try bench.co2Sensor("room")
        let changes = Log()
        changes.follow(room.changed { "\(Int($0))" })
        log.follow(room.above(1000, hysteresis: 200, send: "stale"))
        log.follow(room.humidity.above(70, send: "humid"))
        for carbonDioxide in [800, 805, 795, 1100, 900, 1100, 700, 1100] as [Double] {
            try bench.measure([.carbonDioxide: carbonDioxide, .temperature: 21.5, .humidity: 75], at: "room")
        }
        expectEqual(room.value, 1100)
        #expect(abs(try #require(room.temperature.value) - 21.5) < 0.01)
        expectEqual(log.entries, ["humid", "stale", "stale"])
        expectEqual(changes.entries.filter { $0 != "500" }, ["800", "1100", "900", "1100", "700", "1100"])
        expectEqual(bench.failures, [])
    }

    @Test func quantitiesWithoutANumberDoNotChange() throws {
        let bench = try Bench(wiring: wiring)
        try bench.measure([.carbonDioxide: 900, .temperature: 25, .humidity: 60], at: "room")
        try bench.measure([.temperature: 26], at: "room")
        let room = try bench.co2Sensor("room")
        expectEqual(room.value, 900)
        #expect(abs((room.temperature.value ?? 0) - 26) < 0.1 && abs((room.humidity.value ?? 0) - 60) < 0.1)
        #expect(throws: BenchError.unknownQuantity(.pressure, at: "room", allowed: quantities)) {
            try bench.measure([.pressure: 1000], at: "room")
        }
    }

    private let quantities = [BenchQuantity.carbonDioxide, .temperature, .humidity]

    @Test func fleetAnnouncesTheClassesOfTheQuantities() throws {
        let bench = try Bench(wiring: wiring, fleet: .homeAssistant, watching)
        try bench.measure([.carbonDioxide: 1234, .temperature: 21, .humidity: 40], at: "room")
        expectEqual(bench.model, 1234)
        expectEqual(bench.broker["co2-sensor/room"], "1234")
        let discovery = try #require(bench.broker.discovery)
        let fields = #""unit_of_measurement":"ppm","state_class":"measurement","device_class":"carbon_dioxide""#
        #expect(discovery.contains(fields), "\(discovery)")
        #expect(discovery.contains("co2-sensor/room/temperature") || discovery.contains(#"room\/temperature"#))
    }
}
