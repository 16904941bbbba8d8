import CarillonGPIO
import CarillonTest
import MobiusCore
import Synchronization
import TestSupport
import Testing

/// Analog inputs and thermometers on the bench, whose simulated chips answer with their registers.
@Suite struct MeasuringBenchTests {
    private let log = Log()

    @Test(arguments: ["mcp3008 spidev0.0", "mcp3208 spidev0.0", "ads1115 i2c-1", "iio ads1015"])
    func levelIsTheShareOfTheVoltage(chip: String) throws {
        let bench = try Bench(wiring: Wiring(.analog("knob", chip: chip, channel: 2), .analog("light", chip: chip)))
        let knob = try bench.analog("knob")
        log.follow(knob.changed { "\(Int(($0 * 100).rounded()))" })
        bench.advance(by: .milliseconds(100))
        let changed = Mutex<[String]>([])
        let features = bench.board.features
        let observation = features.observe { number in changed.withLock { $0.append(features[number].name) } }
        try bench.measure(1.65, at: "knob")
        expectEqual(changed.withLock { Set($0) }, ["", "voltage"])
        observation.dispose()
        try bench.measure(3.3, at: "light")
        expectEqual(log.entries, ["0", "50"])
        #expect(abs(try #require(knob.volts) - 1.65) < 0.005)
        expectEqual(try bench.analog("light").value, 1)
        expectEqual(bench.failures, [])
    }

    @Test func levelHasARangeAndADirection() throws {
        let bench = try Bench(
            wiring: Wiring(
                .analog("soil", chip: "ads1115 i2c-1") { settings in
                    settings.range = 1...2
                    settings.isReversed = true
                }))
        let soil = try bench.analog("soil")
        try bench.measure(1.25, at: "soil")
        #expect(abs(try #require(soil.value) - 0.75) < 0.001)
        try bench.measure(3, at: "soil")
        expectEqual(soil.value, 0)
    }

    @Test(arguments: ["ds18b20", "lm75 i2c-1", "processor cpu-thermal", "hwmon lm75"])
    func temperatureIsMeasured(chip: String) throws {
        let bench = try Bench(wiring: Wiring(.thermometer("room", chip: chip)))
        let room = try bench.thermometer("room")
        log.follow(room.changed(by: 0.5) { "\($0)" })
        log.follow(room.above(25, hysteresis: 1, send: "warm"))
        log.follow(room.below(0, send: "frost"))
        for temperature in [20, 20.25, 25.5, 24.5, 25.5, 23.5, 25.5, -10.5] {
            try bench.measure(temperature, at: "room")
        }
        let expected = ["20.0", "25.5", "warm", "24.5", "25.5", "23.5", "25.5", "warm", "-10.5", "frost"]
        expectEqual(log.entries, expected)
        expectEqual(bench.failures, [])
    }

    @Test(arguments: ["ds18b20", "hwmon w1_slave_temp"]) func powerOnValueIsIgnored(chip: String) throws {
        let bench = try Bench(wiring: Wiring(.thermometer("room", chip: chip)))
        let room = try bench.thermometer("room")
        log.follow(room.above(60, send: "hot"))
        log.follow(room.absent(send: "absent"))
        try bench.measure(21, at: "room")
        try bench.measure(85, at: "room")
        try bench.measure(21, at: "room")
        bench.advance(by: .seconds(10))
        expectEqual(room.value, 21)
        expectEqual(log.entries, [])
        for temperature in [60.0, 70, 80, 85] { try bench.measure(temperature, at: "room") }
        expectEqual(room.value, 85)
        try bench.measure(21, at: "room")
        try bench.measure(85, at: "room")
        bench.advance(by: .seconds(3))
        expectEqual(room.value, 85)
        expectEqual(log.entries, ["hot", "hot"])
    }

    @Test func loopThatStartsLateReceivesTheState() throws {
        let bench = try Bench(wiring: Wiring(.thermometer("room", chip: "ds18b20")))
        try bench.measure(30, at: "room")
        log.follow(try bench.thermometer("room").crossed(25) { "\($0)" })
        log.follow(try bench.thermometer("room").above(25, send: "warm"))
        expectEqual(log.entries, ["true", "warm"])
    }

    @Test(arguments: ["bme280 i2c-1 0x76", "bmp280 i2c-1 0x77"])
    func climateSensorReportsItsQuantities(chip: String) throws {
        let bench = try Bench(wiring: Wiring(.climate("inside", chip: chip)))
        let inside = try bench.climate("inside")
        log.follow(inside.temperature.changed(by: 1) { "\(Int($0.rounded())) °C" })
        log.follow(inside.humidity.above(70, hysteresis: 10, send: "humid"))
        log.follow(inside.pressure.below(990, send: "storm"))
        try bench.measure([.temperature: 21.5, .humidity: 75, .pressure: 980], at: "inside")
        let humidity = chip.hasPrefix("bme") ? ["humid"] : []
        expectEqual(log.entries.filter { $0 != "20 °C" }, ["22 °C", "storm"] + humidity)
        #expect(abs(try #require(inside.temperature.value) - 21.5) < 0.05)
        expectEqual(bench.failures, [])
    }

    @Test func devicesWithoutAWiringMeasure() throws {
        let bench = try Bench()
        let (room, knob, air) = (try bench.thermometer("room"), try bench.analog("knob"), try bench.co2Sensor("air"))
        let (front, meter) = (try bench.distance("front"), try bench.pulseMeter("wind"))
        try bench.measure(22, at: "room")
        try bench.measure(3.3, at: "knob")
        try bench.measure(700, at: "air")
        try bench.measure(42, at: "front")
        try bench.enter("pulse", at: "wind")
        expectEqual(room.value, 22)
        expectEqual(knob.value, 1)
        expectEqual(air.value, 700)
        #expect(abs(try #require(front.value) - 42) <= 0.1)
        expectEqual(meter.amount.value, 1)
    }
}
