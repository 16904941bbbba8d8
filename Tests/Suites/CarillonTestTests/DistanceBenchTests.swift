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
        expectEqual(bench.failures, [])
    }

    @Test func distanceWithoutAnObstacleIsTheEndOfTheRange() throws {
        let bench = try bench { $0.range = 200 }
        let front = try bench.distance("front")
        log.follow(front.above(199, send: "free"))
        try bench.measure(50, at: "front")
        try bench.enter("none", at: "front")
        expectEqual(front.value, 200)
        try bench.measure(50, at: "front")
        try bench.measure(350, at: "front")
        expectEqual(front.value, 200)
        expectEqual(log.entries, ["free", "free"])
    }

    /// The module is unplugged, and its line is drawn to the supply: before a pulse, or while a measurement waits for its echo.
    @Test(arguments: [0, 1, 30, 99]) func sensorWhoseEchoStaysHighIsAbsentAtOnce(milliseconds: Int) throws {
        let bench = try bench()
        let front = try bench.distance("front")
        log.follow(front.changed { "\(Int($0.rounded()))" })
        log.follow(front.absent(send: "absent"))
        try bench.measure(80, at: "front")
        bench.board.queue.sync { _ = bench.chip.setPresence(of: .line("GPIO24"), false) }
        bench.advance(by: .milliseconds(milliseconds))
        bench.board.queue.sync { #expect(throws: Never.self) { try bench.chip.drive("GPIO24", .active) } }
        bench.advance(by: .milliseconds(400))
        expectEqual(log.entries, ["80", "absent"])
        bench.advance(by: .seconds(60))
        expectEqual(log.entries, ["80", "absent"])
        expectEqual(bench.failures.count, 1, "\(bench.failures)")
        bench.board.queue.sync { #expect(throws: Never.self) { try bench.chip.drive("GPIO24", .inactive) } }
        try bench.plugIn("front")
        expectEqual(log.entries, ["80", "absent", "80"])
    }

    @Test func smallChangesOfTheDistanceAreNotSent() throws {
        let bench = try bench { $0.sampling.change = 5 }
        log.follow(try bench.distance("front").changed { "\(Int($0.rounded()))" })
        for distance in [100, 103, 97, 106, 105, 100] as [Double] { try bench.measure(distance, at: "front") }
        expectEqual(log.entries, ["100", "106", "100"])
    }

    @Test func unpluggedChipIsUsedAgainWhenItIsBack() throws {
        let bench = try bench()
        let front = try bench.distance("front")
        try bench.measure(80, at: "front")
        bench.unplugChip()
        bench.advance(by: .seconds(5))
        expectEqual(front.value, nil)
        bench.plugInChip()
        bench.advance(by: .seconds(2))
        #expect(abs(try #require(front.value) - 80) <= 0.1)
    }
}
