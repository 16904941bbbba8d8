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

    @Test func emptyTankEndsIt() throws {
        let bench = try Bench(makePlantWatering)
        try bench.measure(0.5, at: "soil")
        bench.advance(by: .seconds(3600))
        #expect(bench.model.phase == .failed)
        #expect(try !bench.relay("pump").isOn)
        try bench.press("button")
        #expect(try bench.relay("pump").isOn)
    }

    @Test func converterThatGoesAwayStopsThePump() throws {
        let bench = try Bench(makePlantWatering)
        try bench.measure(0.5, at: "soil")
        try bench.unplug("soil")
        #expect(try !bench.relay("pump").isOn)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasItsDevices() throws {
        let bench = try Bench(wiring: "plant-watering", makePlantWatering)
        try bench.measure(2.8, at: "soil")
        bench.advance(by: .seconds(60))
        #expect(bench.model.isDry)
    }
}
