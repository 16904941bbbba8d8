import CarillonTest
import Testing

@testable import HeatLamp

@Suite struct HeatLampTests {
    @Test func lampSwitchesOffByItself() throws {
        let bench = try Bench(makeHeatLamp)
        try bench.press("button")
        bench.advance(by: .seconds(14 * 60))
        #expect(bench.model == .ending)
        bench.advance(by: .seconds(60))
        #expect(try !bench.relay("lamp").isOn)
    }

    @Test func pressInTheLastMinuteAddsAQuarterOfAnHour() throws {
        let bench = try Bench(makeHeatLamp)
        try bench.press("button")
        bench.advance(by: .seconds(14 * 60 + 30))
        try bench.press("button")
        bench.advance(by: .seconds(10 * 60))
        #expect(try bench.relay("lamp").isOn)
        try bench.press("button")
        #expect(try !bench.relay("lamp").isOn)
    }

    @Test func lampStaysOffAfterAFaultOfTheChip() throws {
        let bench = try Bench(makeHeatLamp)
        try bench.press("button")
        bench.unplugChip()
        bench.advance(by: .seconds(1))
        bench.plugInChip()
        bench.advance(by: .seconds(1))
        #expect(try !bench.relay("lamp").isOn)
        try bench.press("button")
        #expect(try bench.relay("lamp").isOn)
        bench.advance(by: .seconds(14 * 60))
        #expect(bench.model == .ending)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "heat-lamp", makeHeatLamp)
    }
}
