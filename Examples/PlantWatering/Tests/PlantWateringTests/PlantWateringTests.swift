import CarillonTest
import Testing

@testable import PlantWatering

@Suite struct PlantWateringTests {
    @Test func drySoilIsWatered() throws {
        let bench = try Bench(makePlantWatering)
        try bench.measure(3, at: "soil")
        bench.advance(by: .seconds(700))
        #expect(try !bench.relay("pump").isOn)
        try bench.measure(0.5, at: "soil")
        #expect(try bench.relay("pump").isOn)
        bench.advance(by: .seconds(5))
        #expect(try !bench.relay("pump").isOn)
        try bench.measure(2, at: "soil")
        bench.advance(by: .seconds(600))
        #expect(bench.model.phase == .idle)
    }

    @Test func emptyTankEndsTheWatering() throws {
        let bench = try Bench(makePlantWatering)
        try bench.measure(0.5, at: "soil")
        bench.advance(by: .seconds(3600))
        #expect(bench.model.phase == .failed)
        #expect(try !bench.relay("pump").isOn)
        try bench.press("button")
        #expect(try bench.relay("pump").isOn)
    }

    @Test func unpluggedConverterStopsThePump() throws {
        let bench = try Bench(makePlantWatering)
        try bench.measure(0.5, at: "soil")
        try bench.unplug("soil")
        #expect(try !bench.relay("pump").isOn)
    }

    @Test func looseContactDoesNotFloodThePlant() throws {
        let bench = try Bench(makePlantWatering)
        try bench.measure(0.5, at: "soil")
        for _ in 1...10 {
            try bench.unplug("soil")
            try bench.plugIn("soil")
            bench.advance(by: .seconds(20))
        }
        #expect(bench.changes.filter { $0.description == "relay pump on" }.count == 1)
    }

    @Test func absentConverterDoesNotResetTheNumberOfPumpRuns() throws {
        let bench = try Bench(makePlantWatering)
        try bench.measure(0.5, at: "soil")
        bench.advance(by: .seconds(5))
        try bench.unplug("soil")
        bench.advance(by: .seconds(1500))
        #expect(bench.model.phase == .sinking(times: 1))
    }

    @Test func unpluggedChipStopsThePump() throws {
        let bench = try Bench(makePlantWatering)
        try bench.measure(0.5, at: "soil")
        bench.unplugChip()
        bench.plugInChip()
        #expect(bench.model.phase == .sinking(times: 1))
        #expect(try !bench.relay("pump").isOn)
    }

    @Test func powerCutsDoNotFloodThePlant() throws {
        var memory: BenchMemory = [:]
        for start in 1...5 {
            let bench = try Bench(memory: memory, makePlantWatering)
            try bench.measure(0.5, at: "soil")
            #expect(try bench.relay("pump").isOn == (start == 1))
            bench.advance(by: .seconds(2))
            bench.cutPower()
            memory = bench.memory
        }
    }

    @Test func emptyTankIsRemembered() throws {
        let first = try Bench(makePlantWatering)
        try first.measure(0.5, at: "soil")
        first.advance(by: .seconds(3600))
        first.cutPower()
        let second = try Bench(memory: first.memory, makePlantWatering)
        try second.measure(0.5, at: "soil")
        #expect(second.model.phase == .failed)
        #expect(try !second.relay("pump").isOn)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        let bench = try Bench(wiring: "plant-watering", makePlantWatering)
        try bench.measure(2.8, at: "soil")
        bench.advance(by: .seconds(60))
        #expect(bench.model.isDry == true)
    }
}
