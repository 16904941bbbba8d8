import CarillonBoard
import CarillonGPIO
import CarillonTest
import MobiusCore
import SessionTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// Sensors of carbon dioxide on the bench, whose simulated chips answer as their data sheet says.
@Suite struct CarbonDioxideBenchTests {
    private let log = Log()
    private let wiring = try! Wiring(.carbonDioxide("room", chip: "scd41 i2c-1"))
    private let address = BusAddress.i2c(bus: "i2c-1", address: 0x62)

    private func watching(_ board: Board) throws -> MobiusController<Double, Double, Bool> {
        Mobius.loop(
            update: { (_: Double, new: Double) in Next<Double, Bool>.next(new) },
            effectHandler: EffectRouter<Bool, Double>().asConnectable
        )
        .withEventSource(try board.carbonDioxide("room").changed { $0 })
        .makeController(from: 0, on: board.queue)
    }

    @Test func quantitiesAreMeasured() throws {
        let bench = try Bench(wiring: wiring)
        let room = try bench.carbonDioxide("room")
        log.follow(room.above(1000, hysteresis: 200, "stale"))
        log.follow(room.humidity.above(70, "humid"))
        for carbonDioxide in [800, 1100, 900, 1100, 700, 1100] as [Double] {
            try bench.measure(carbonDioxide, 21.5, 75, at: "room")
        }
        #expect(room.value == 1100)
        #expect(abs(try #require(room.temperature.value) - 21.5) < 0.01)
        #expect(log.entries == ["humid", "stale", "stale"])
        #expect(bench.failures == [])
    }

    @Test func smallChangesDoNotReachTheProgram() throws {
        let bench = try Bench(wiring: wiring)
        log.follow(try bench.carbonDioxide("room").changed { "\(Int($0))" })
        for carbonDioxide in [600, 605, 595, 611, 600] as [Double] { try bench.measure(carbonDioxide, at: "room") }
        #expect(log.entries.filter { $0 != "500" } == ["600", "611", "600"])
    }

    @Test func unpluggedSensorIsReportedOnceAndIsUsedAgain() throws {
        let bench = try Bench(wiring: wiring)
        let room = try bench.carbonDioxide("room")
        log.follow(room.changed { "\(Int($0))" })
        log.follow(room.absent("absent"))
        try bench.measure(600, at: "room")
        try bench.unplug("room")
        #expect(room.value == nil)
        #expect(room.temperature.value == nil)
        bench.advance(by: .seconds(600))
        #expect(bench.failures.count == 1)
        #expect(bench.failures.first?.contains("0x62") == true)
        try bench.plugIn("room")
        #expect(log.entries.filter { $0 != "500" } == ["600", "absent", "600"])
    }

    /// The power fails between two readings, so no transfer fails.
    @Test func sensorThatHasLostItsPowerMeasuresAgain() throws {
        let bench = try Bench(wiring: wiring)
        try bench.measure(600, at: "room")
        let twin = SCD4x.twin(at: address)
        bench.chip.attach({ (bytes, count) throws(BusError) in try twin.transfer(bytes, reading: count) }, at: address)
        _ = twin.operate("900", channel: 0)
        bench.advance(by: .seconds(25))
        #expect(try bench.carbonDioxide("room").value == 900)
        #expect(bench.failures == [])
    }

    /// The program was restarted, so the sensor measures already, and refuses another start.
    @Test func sensorThatMeasuresAlreadyIsUsed() throws {
        let twin = SCD4x.twin(at: address)
        _ = try twin.transfer([0x21, 0xb1], reading: 0)
        let address = address
        #expect(throws: BusError.noAnswer(address)) { try twin.transfer([0x21, 0xb1], reading: 0) }
        let bench = try Bench(wiring: wiring)
        bench.chip.attach({ (bytes, count) throws(BusError) in try twin.transfer(bytes, reading: count) }, at: address)
        bench.advance(by: .seconds(15))
        #expect(try bench.carbonDioxide("room").value == 500)
        #expect(bench.failures == [])
    }

    /// A damaged transfer costs a reading. A sensor whose transfers are all damaged is absent.
    @Test func wrongChecksumIsNotANumber() throws {
        let damaged = Atomic(0)
        let twin = SCD4x.twin(at: address)
        let bench = try Bench(wiring: wiring)
        bench.chip.attach(
            { (bytes, count) throws(BusError) in
                var answer = try twin.transfer(bytes, reading: count)
                if count == 9, damaged.load(ordering: .relaxed) > 0 {
                    damaged.subtract(1, ordering: .relaxed)
                    answer[0] ^= 0x20
                }
                return answer
            }, at: address)
        bench.advance(by: .seconds(20))
        log.follow(try bench.carbonDioxide("room").changed { "\($0)" })
        damaged.store(1, ordering: .relaxed)
        bench.advance(by: .seconds(60))
        #expect(log.entries == ["500.0"])
        #expect(bench.failures == [])
        damaged.store(1000, ordering: .relaxed)
        bench.advance(by: .seconds(60))
        #expect(try bench.carbonDioxide("room").quantity.isAbsent)
        #expect(bench.failures.count == 1)
    }

    @Test func numberThatCannotBeMeasuredIsAFailure() throws {
        let bench = try Bench(wiring: wiring)
        try bench.measure(0, at: "room")
        try bench.measure(500, 80, at: "room")
        #expect(bench.failures.count == 2)
    }

    @Test func fleetHasTheClassesOfTheQuantities() throws {
        let bench = try Bench(wiring: wiring, fleet: .homeAssistant, watching)
        try bench.measure(1234, 21, 40, at: "room")
        #expect(bench.model == 1234)
        #expect(bench.broker["co2-sensor/room"] == "1234")
        let discovery = try #require(bench.broker.discovery)
        let fields = #""unit_of_measurement":"ppm","state_class":"measurement","device_class":"carbon_dioxide""#
        #expect(discovery.contains(fields), "\(discovery)")
        #expect(discovery.contains("co2-sensor/room/temperature") || discovery.contains(#"room\/temperature"#))
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>) func replayHasTheSameMeasurements(seed: UInt64) throws {
        let session = try HostileSession(of: wiring, seed: seed, isGentle: true, lasting: .seconds(60), watching)
        #expect(session.eventLog.contains { $0.contains("1200") }, "\(session.eventLog)")
        let (eventLog, divergence) = try HostileSession.replay(session.session, of: wiring, watching)
        #expect(divergence == nil)
        #expect(eventLog == session.eventLog)
    }

    @Test func improvisedSensorMeasures() throws {
        let bench = try Bench()
        let room = try bench.carbonDioxide("room")
        try bench.measure(700, at: "room")
        #expect(room.value == 700)
    }
}
