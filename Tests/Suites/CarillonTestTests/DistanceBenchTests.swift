import CarillonGPIO
import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// Distance sensors on the bench, whose simulated modules answer with echoes.
@Suite struct DistanceBenchTests {
    private let log = Log()

    private func bench(_ set: (inout DistanceSensor.Settings) -> Void = { _ in }) throws -> Bench<Void> {
        try Bench(wiring: Wiring(.distance("front", trigger: "GPIO23", echo: "GPIO24", set: set)))
    }

    @Test(arguments: [2.0, 20, 57.5, 150, 399]) func distanceIsMeasured(distance: Double) throws {
        let bench = try bench()
        let front = try bench.distance("front")
        try bench.measure(distance, at: "front")
        #expect(abs(try #require(front.value) - distance) <= 0.1)
        #expect(bench.failures == [])
    }

    @Test func limitsHaveAHysteresis() throws {
        let bench = try bench()
        log.follow(try bench.distance("front").below(30, hysteresis: 5, "near"))
        for distance in [100, 29, 33, 29, 36, 29] as [Double] { try bench.measure(distance, at: "front") }
        #expect(log.entries == ["near", "near"])
    }

    @Test func withoutAnObstacleItIsTheEndOfTheRange() throws {
        let bench = try bench { $0.range = 200 }
        let front = try bench.distance("front")
        log.follow(front.above(199, "free"))
        try bench.measure(50, at: "front")
        try bench.enter("none", at: "front")
        #expect(front.value == 200)
        try bench.measure(50, at: "front")
        try bench.measure(350, at: "front")
        #expect(front.value == 200)
        #expect(log.entries == ["free", "free"])
    }

    @Test func smallChangesDoNotReachTheProgram() throws {
        let bench = try bench { $0.sampling.change = 5 }
        log.follow(try bench.distance("front").changed { "\(Int($0.rounded()))" })
        for distance in [100, 103, 97, 106, 105, 100] as [Double] { try bench.measure(distance, at: "front") }
        #expect(log.entries == ["100", "106", "100"])
    }

    @Test func absentSensorIsReportedOnceAndIsUsedAgain() throws {
        let bench = try bench()
        let front = try bench.distance("front")
        log.follow(front.changed { "\(Int($0.rounded()))" })
        log.follow(front.absent("absent"))
        try bench.measure(80, at: "front")
        try bench.unplug("front")
        #expect(front.value == nil)
        bench.advance(by: .seconds(600))
        #expect(bench.failures.count == 1)
        #expect(bench.failures.first?.contains("\"front\" does not answer") == true)
        try bench.plugIn("front")
        #expect(log.entries == ["80", "absent", "80"])
    }

    @Test func chipThatWasUnpluggedIsUsedAgain() throws {
        let bench = try bench()
        let front = try bench.distance("front")
        try bench.measure(80, at: "front")
        bench.unplugChip()
        bench.advance(by: .seconds(5))
        #expect(front.value == nil)
        bench.plugInChip()
        bench.advance(by: .seconds(2))
        #expect(abs(try #require(front.value) - 80) <= 0.1)
    }

    @Test func distanceThatCannotBeMeasuredIsAFailure() throws {
        let bench = try bench()
        try bench.enter("1", at: "front")
        try bench.enter("far", at: "front")
        #expect(bench.failures == ["the device does not take \"1\"", "the device does not take \"far\""])
    }

    @Test func improvisedSensorMeasures() throws {
        let bench = try Bench()
        let front = try bench.distance("front")
        try bench.measure(42, at: "front")
        #expect(abs(try #require(front.value) - 42) <= 0.1)
    }

    @Test func fleetShowsTheDistance() throws {
        let bench = try Bench(
            wiring: Wiring(.distance("front", trigger: "GPIO23", echo: "GPIO24")), fleet: .homeAssistant
        ) { board in
            Mobius.loop(
                update: { (_: Double, new: Double) in Next<Double, Bool>.next(new) },
                effectHandler: EffectRouter<Bool, Double>().asConnectable
            )
            .withEventSource(try board.distance("front").changed { $0 })
            .makeController(from: 0, on: board.queue)
        }
        try bench.measure(50, at: "front")
        #expect(abs(bench.model - 50) <= 0.1)
        #expect(bench.broker["distance/front"] == "50")
    }
}
