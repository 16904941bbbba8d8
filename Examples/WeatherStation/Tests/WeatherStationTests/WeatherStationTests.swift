import CarillonTest
import Testing

@testable import WeatherStation

@Suite struct WeatherStationTests {
    @Test func displayShowsTheWeather() throws {
        let bench = try Bench(makeWeatherStation)
        try bench.measure([.temperature: 21.4, .humidity: 55, .pressure: 1013], at: "outside")
        #expect(try bench.display("panel").text == "21 °C\n55 %\n1013 hPa\nsteady")
    }

    @Test func fallingPressureSignalsAStorm() throws {
        let bench = try Bench(makeWeatherStation)
        let storm = try bench.led("storm")
        try bench.measure([.temperature: 21, .humidity: 55, .pressure: 1013], at: "outside")
        bench.advance(by: .seconds(600))
        try bench.measure([.temperature: 21, .humidity: 55, .pressure: 1011], at: "outside")
        #expect(bench.model.text.hasSuffix("falling") && !storm.isOn)
        try bench.measure([.temperature: 21, .humidity: 55, .pressure: 1009], at: "outside")
        #expect(storm.pattern == .blinking())
        // Three hours later, it has been as low for a while.
        bench.advance(by: .seconds(3600 * 4))
        #expect(bench.model.text.hasSuffix("steady"))
        #expect(storm.pattern == .off)
    }

    @Test func displayWithoutItsSensorShowsNoNumbers() throws {
        let bench = try Bench(makeWeatherStation)
        try bench.measure([.temperature: 21, .humidity: 55, .pressure: 1013], at: "outside")
        try bench.unplug("outside")
        #expect(bench.model.text == "- °C\n- %\n- hPa\nsteady")
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        let bench = try Bench(wiring: "weather-station", makeWeatherStation)
        try bench.measure([.temperature: -3, .humidity: 80, .pressure: 990], at: "outside")
        #expect(try bench.display("panel").text.hasPrefix("-3 °C"))
    }
}
