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

    @Test func eachPulseIsAnAmount() throws {
        let bench = try Bench(wiring: Self.water())
        let water = try bench.pulseMeter("water")
        log.follow(water.counted { "\($0)" })
        for _ in 1...3 { try bench.enter("pulse", at: "water") }
        #expect(log.entries == ["0.1", "0.1", "0.1"])
        #expect(water.amount.value == 0.3)
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

    @Test func pulseBeforeTheLoopIsNotSent() throws {
        let bench = try Bench(wiring: Self.water())
        try bench.enter("pulse", at: "water")
        log.follow(try bench.pulseMeter("water").counted { "\($0)" })
        #expect(log.entries == [])
        try bench.enter("pulse", at: "water")
        #expect(log.entries == ["0.1"])
    }

    @Test(arguments: [0.6, 6, 60, 120]) func rateIsMeasured(rate: Double) throws {
        let bench = try Bench(wiring: Self.water())
        try bench.measure(rate, at: "water")
        bench.advance(by: .seconds(25))
        #expect(abs(try #require(bench.pulseMeter("water").rate.value) - rate) <= rate / 1000)
        #expect(bench.failures == [])
    }

    @Test func rateFallsToZeroWhenTheFlowEnds() throws {
        let bench = try Bench(wiring: Self.water { $0.timeout = .seconds(60) })
        let rate = try bench.pulseMeter("water").rate
        try bench.measure(60, at: "water")
        bench.advance(by: .seconds(5))
        log.follow(rate.below(10, "closed"))
        try bench.measure(0, at: "water")
        // 10 pulses are a litre: one in 3 s is 2 L/min.
        bench.advance(by: .seconds(2))
        #expect(try #require(rate.value) <= 2)
        #expect(log.entries == ["closed"])
        bench.advance(by: .seconds(60))
        #expect(rate.value == 0)
    }

    @Test func bouncingContactIsOnePulse() throws {
        let bench = try Bench(wiring: Self.water())
        let line = "GPIO17"
        for level in "-_-_-----------------------------_-__-_______________________" {
            try bench.chip.drive(line, level == "-" ? .active : .inactive)
            bench.advance(by: .milliseconds(1))
        }
        bench.advance(by: .seconds(1))
        #expect(try bench.pulseMeter("water").amount.value == 0.1)
    }

    @Test func pulsesInLostEdgesAreCounted() throws {
        let bench = try Bench(wiring: Self.water { $0.debounce = .zero })
        let water = try bench.pulseMeter("water")
        for (level, isLost) in [(Level.active, false), (.inactive, true), (.active, true), (.inactive, false)] {
            try bench.chip.drive("GPIO17", level, isLost: isLost)
            bench.advance(by: .seconds(1))
        }
        #expect(water.amount.value == 0.2)
        #expect(water.lostEdges > 0)
    }

    @Test func rateIsAbsentWhileTheChipIsAway() throws {
        let bench = try Bench(wiring: Self.water())
        let water = try bench.pulseMeter("water")
        log.follow(water.rate.absent("absent"))
        log.follow(water.rate.present("present"))
        try bench.enter("pulse", at: "water")
        bench.unplugChip()
        bench.advance(by: .seconds(5))
        #expect(water.rate.value == nil)
        #expect(water.amount.value == 0.1)
        bench.plugInChip()
        try bench.enter("pulse", at: "water")
        #expect(water.amount.value == 0.2)
        #expect(water.rate.value == 0)
        #expect(log.entries == ["present", "absent", "present"])
    }

    @Test func numberThatCannotBeMeasuredIsAFailure() throws {
        let bench = try Bench(wiring: Self.water())
        for text in ["-1", "7000", "1e-300", "much"] { try bench.enter(text, at: "water") }
        #expect(bench.failures == ["-1", "7000", "much"].map { "the device does not take \"\($0)\"" })
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
        #expect(bench.broker["pulse-meter/water"].flatMap { Double($0) } == amount)
        #expect(bench.failures == [])
    }

    @Test(
        arguments: [
            ("L", .minute, ["L total_increasing water", "L/min measurement volume_flow_rate"]),
            ("m³", .hour, ["m³ total_increasing water", "m³/h measurement volume_flow_rate"]),
            ("kWh", .hour, ["kWh total_increasing energy", "kW measurement power"]),
            ("mm", .hour, ["mm measurement precipitation", "mm/h measurement precipitation_intensity"]),
            ("m", .second, ["m measurement distance", "m/s measurement speed"]),
        ] as [(String, PulseMeter.Settings.Period, [String])])
    func fleetHasTheClassesOfTheUnit(unit: String, per: PulseMeter.Settings.Period, classes: [String]) throws {
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

    @Test(arguments: 1...5 as ClosedRange<UInt64>) func replayHasTheSameAmounts(seed: UInt64) throws {
        let wiring = try Self.water()
        let session = try HostileSession(of: wiring, seed: seed, isGentle: true, lasting: .seconds(30), counting)
        #expect(session.eventLog.contains { $0.contains("0.1") }, "\(session.eventLog)")
        let (eventLog, divergence) = try HostileSession.replay(session.session, of: wiring, counting)
        #expect(divergence == nil)
        #expect(eventLog == session.eventLog)
    }

    @Test func improvisedMeterCounts() throws {
        let bench = try Bench()
        let meter = try bench.pulseMeter("wind")
        try bench.enter("pulse", at: "wind")
        #expect(meter.amount.value == 1)
    }

    @Test func unitIsAShortVisibleText() throws {
        for unit in ["kilometres", "a\nb"] {
            #expect(throws: DescriptionError.self) { try Self.water { $0.unit = unit } }
        }
    }
}
