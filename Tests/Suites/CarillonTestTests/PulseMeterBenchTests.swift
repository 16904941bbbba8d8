import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonTest
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

/// Pulse meters on the bench, whose simulated meters make pulses at a rate.
@Suite struct PulseMeterBenchTests {
    private let log = Log()

    private static func water(_ set: @escaping (inout PulseMeter.Settings) -> Void = { _ in }) throws -> Wiring {
        try Wiring(
            .pulseMeter("water", line: "GPIO17") { meter in
                (meter.pulses, meter.unit, meter.per) = (10, "L", .minute)
                set(&meter)
            })
    }

    @Test func eachPulseIsSentToTheLoopAsAnAmount() throws {
        let bench = try Bench(wiring: Self.water())
        let water = try bench.pulseMeter("water")
        // A pulse before the loop is counted, but not sent.
        try bench.enter("pulse", at: "water")
        log.follow(water.counted { "\($0)" })
        expectEqual(log.entries, [])
        for _ in 1...3 { try bench.enter("pulse", at: "water") }
        expectEqual(log.entries, ["0.1", "0.1", "0.1"])
        expectEqual(water.amount.value, 0.4)
    }

    @Test func amountsAreCollectedUpToAStep() throws {
        let bench = try Bench(wiring: Self.water())
        log.follow(try bench.pulseMeter("water").counted(each: 0.5) { "\($0)" })
        try bench.measure(60, at: "water")
        bench.advance(by: .seconds(3))
        try bench.measure(0, at: "water")
        // 10 pulses a second for 5 s
        let total = log.entries.compactMap { Double($0) }.reduce(0, +)
        #expect(abs(total - 5) < 1e-9, "\(log.entries)")
        #expect(
            log.entries.allSatisfy { (Double($0) ?? 0).remainder(dividingBy: 0.5).magnitude < 1e-9 }, "\(log.entries)")
    }

    @Test(arguments: [0.6, 6, 60, 120]) func rateIsMeasured(rate: Double) throws {
        let bench = try Bench(wiring: Self.water())
        try bench.measure(rate, at: "water")
        bench.advance(by: .seconds(25))
        #expect(abs(try #require(bench.pulseMeter("water").rate.value) - rate) <= rate / 1000)
        expectEqual(bench.failures, [])
        // No more than the debounce time lets through.
        try bench.enter("7000", at: "water")
        expectEqual(bench.failures, ["the device does not take \"7000\""])
    }

    @Test func rateFallsToZeroWhenTheFlowEnds() throws {
        let bench = try Bench(wiring: Self.water { $0.timeout = .seconds(60) })
        let rate = try bench.pulseMeter("water").rate
        try bench.measure(60, at: "water")
        bench.advance(by: .seconds(5))
        log.follow(rate.below(10, send: "closed"))
        try bench.measure(0, at: "water")
        // 10 pulses are a litre: one in 3 s is 2 L/min.
        bench.advance(by: .seconds(2))
        #expect(try #require(rate.value) <= 2)
        expectEqual(log.entries, ["closed"])
        bench.advance(by: .seconds(60))
        expectEqual(rate.value, 0)
    }

    @Test func bouncingContactCountsAsOnePulse() throws {
        let bench = try Bench(wiring: Self.water())
        let line = "GPIO17"
        for level in "-_-_-----------------------------_-__-_______________________" {
            try bench.chip.drive(line, level == "-" ? .active : .inactive)
            bench.advance(by: .milliseconds(1))
        }
        bench.advance(by: .seconds(1))
        expectEqual(try bench.pulseMeter("water").amount.value, 0.1)
    }

    @Test func pulsesInLostEdgesAreCounted() throws {
        let bench = try Bench(wiring: Self.water { $0.debounce = .zero })
        let water = try bench.pulseMeter("water")
        for (level, isLost) in [(Level.active, false), (.inactive, true), (.active, true), (.inactive, false)] {
            try bench.chip.drive("GPIO17", level, isLost: isLost)
            bench.advance(by: .seconds(1))
        }
        expectEqual(water.amount.value, 0.2)
        #expect(water.lostEdges > 0)
    }

    @Test func rateIsAbsentWhileTheChipIsUnplugged() throws {
        let bench = try Bench(wiring: Self.water())
        let water = try bench.pulseMeter("water")
        log.follow(water.rate.absent(send: "absent"))
        log.follow(water.rate.present(send: "present"))
        try bench.enter("pulse", at: "water")
        bench.unplugChip()
        bench.advance(by: .seconds(5))
        expectEqual(water.rate.value, nil)
        expectEqual(water.amount.value, 0.1)
        bench.plugInChip()
        try bench.enter("pulse", at: "water")
        expectEqual(water.amount.value, 0.2)
        expectEqual(water.rate.value, 0)
        expectEqual(log.entries, ["present", "absent", "present"])
    }

    private func counting(_ board: Board) throws -> MobiusController<Double, Double, Bool> {
        Mobius.loop(
            update: { (total: Double, new: Double) in Next<Double, Bool>.next(total + new) },
            effectHandler: EffectRouter<Bool, Double>().asConnectable
        )
        .withEventSource(try board.pulseMeter("water").counted { $0 })
        .makeController(from: 0, on: board.queue)
    }

    /// 500 pulses a second, for 60 s: the fleet has a message a second for the amount and one for the rate.
    @Test func fastPulsesDoNotFloodTheFleet() throws {
        let bench = try Bench(wiring: Self.water { $0.debounce = .zero }, fleet: .homeAssistant, counting)
        _ = bench.broker.takeMessages()
        try bench.measure(3000, at: "water")
        bench.advance(by: .seconds(58))
        try bench.measure(0, at: "water")
        bench.advance(by: .seconds(2))
        let messages = bench.broker.takeMessages().filter { $0.topic.contains("pulse-meter/water") }
        #expect((60...130).contains(messages.count), "\(messages.count) messages")
        let amount = try #require(bench.pulseMeter("water").amount.value)
        #expect(abs(amount - 3000) < 0.2)
        #expect(abs(bench.model - amount) < 1e-6)
        expectEqual(bench.broker["pulse-meter/water"].flatMap { Double($0) }, amount)
        expectEqual(bench.failures, [])
    }

    @Test(
        arguments: [
            ("L", .minute, ["L total_increasing water", "L/min measurement volume_flow_rate"]),
            ("m³", .hour, ["m³ total_increasing water", "m³/h measurement volume_flow_rate"]),
            ("kWh", .hour, ["kWh total_increasing energy", "kW measurement power"]),
            ("MWh", .hour, ["MWh total_increasing energy", "MW measurement power"]),
            ("MJ", .hour, ["MJ total_increasing energy", "MJ/h measurement"]),
            ("gal", .minute, ["gal total_increasing water", "gal/min measurement volume_flow_rate"]),
            ("mL", .second, ["mL total_increasing volume", "mL/s measurement volume_flow_rate"]),
            ("mm", .hour, ["mm total_increasing precipitation", "mm/h measurement precipitation_intensity"]),
            ("m", .second, ["m total_increasing distance", "m/s measurement speed"]),
            ("kg", .hour, ["kg total_increasing weight", "kg/h measurement"]),
            ("m3", .hour, ["m3 total_increasing", "m3/h measurement"]),
        ] as [(String, PulseMeter.Settings.Period, [String])])
    func fleetAnnouncesTheClassesOfTheUnit(unit: String, per: PulseMeter.Settings.Period, classes: [String]) throws {
        let bench = try Bench(
            wiring: Self.water { ($0.unit, $0.per) = (unit, per) }, fleet: .homeAssistant, counting)
        let discovery = try #require(bench.broker.discovery).replacing("\\/", with: "/")
        for entity in classes {
            let words = entity.split(separator: " ")
            let fields = zip(["unit_of_measurement", "state_class", "device_class"], words).map {
                "\"\($0)\":\"\($1)\""
            }
            #expect(discovery.contains(fields.joined(separator: ",")), "\(fields) in \(discovery)")
        }
    }

    @Test func amountWithoutAUnitIsAnnouncedAsATotal() throws {
        let bench = try Bench(wiring: Self.water { $0.unit = "" }, fleet: .homeAssistant, counting)
        let discovery = try #require(bench.broker.discovery)
        #expect(discovery.contains(#""name":"water","state_topic""#))
        #expect(discovery.contains(#""state_class":"total_increasing"}"#))
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>) func replayHasTheSameAmounts(seed: UInt64) throws {
        let wiring = try Self.water()
        let session = try HostileSession(of: wiring, seed: seed, isGentle: true, lasting: .seconds(30), counting)
        #expect(session.eventLog.contains { $0.contains("0.1") }, "\(session.eventLog)")
        let (eventLog, divergence) = try HostileSession.replay(session.session, of: wiring, counting)
        expectEqual(divergence, nil)
        expectEqual(eventLog, session.eventLog)
    }
}
