import CarillonTest
import Synchronization
import Testing

@testable import TemperatureBar

@Suite struct TemperatureBarTests {
    @Test func barFollowsTheTemperature() throws {
        let degrees = Atomic(57)
        let bench = try Bench { board in
            try makeTemperatureBar(on: board) { Double(degrees.load(ordering: .relaxed)) }
        }
        #expect(try bench.bar("temperature").lit == 5)
        degrees.store(90, ordering: .relaxed)
        bench.advance(by: .seconds(5))
        #expect(try bench.bar("temperature").lit == 10)
    }

    @Test func missingTemperatureChangesNothing() throws {
        let bench = try Bench { board in try makeTemperatureBar(on: board) { nil } }
        bench.advance(by: .seconds(60))
        #expect(bench.model == 0)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "temperature-bar") { board in try makeTemperatureBar(on: board) }
    }
}
