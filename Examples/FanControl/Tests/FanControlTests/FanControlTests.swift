import CarillonTest
import Testing

@testable import FanControl

@Suite struct FanControlTests {
    @Test func speedFollowsTheTemperatureWithAHysteresis() throws {
        let bench = try Bench(makeFanControl)
        let fan = try bench.fan("case")
        var speeds: [Double] = []
        for temperature in [40, 48, 52, 60, 80, 48, 44, 48] as [Double] {
            try bench.measure(temperature, at: "processor")
            speeds.append((fan.speed * 10).rounded() / 10)
        }
        #expect(speeds == [0, 0, 0.2, 0.5, 1, 0.2, 0, 0])
    }

    @Test func fanWithoutItsThermometerTurnsAtFullSpeed() throws {
        let bench = try Bench(makeFanControl)
        try bench.measure(40, at: "processor")
        try bench.unplug("processor")
        #expect(try bench.fan("case").speed == 1)
        #expect(try bench.led("warning").pattern == .blinking())
        try bench.plugIn("processor")
        #expect(try bench.fan("case").speed == 0)
        #expect(try bench.led("warning").pattern == .off)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        let bench = try Bench(wiring: "fan-control", makeFanControl)
        try bench.measure(50.5, at: "processor")
        // Its wiring has a minimum.
        #expect(abs(try bench.fan("case").speed - 0.3) < 0.01)
    }
}
