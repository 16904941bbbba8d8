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
        try bench.measure(1.65, at: "knob")
        try bench.measure(3.3, at: "light")
        #expect(log.entries == ["0", "50"])
        #expect(abs(try #require(knob.volts) - 1.65) < 0.005)
        #expect(try bench.analog("light").value == 1)
        #expect(bench.failures == [])
    }

    @Test func analogInputReportsItsLevelAndItsVoltage() throws {
        let bench = try Bench(wiring: Wiring(.analog("knob", chip: "mcp3008 spidev0.0")))
        bench.advance(by: .milliseconds(100))
        let changed = Mutex<[String]>([])
        let features = bench.board.features
        let observation = features.observe { number in changed.withLock { $0.append(features[number].name) } }
        try bench.measure(1.65, at: "knob")
        #expect(changed.withLock { Set($0) } == ["", "voltage"])
        observation.dispose()
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
        #expect(soil.value == 0)
    }

    @Test func numberThatCannotBeMeasuredIsAFailure() throws {
        let bench = try Bench(wiring: Wiring(.analog("knob", chip: "mcp3008 spidev0.0")))
        try bench.measure(5, at: "knob")
        try bench.enter("warm", at: "knob")
        #expect(bench.failures == ["the device does not take \"5.0\"", "the device does not take \"warm\""])
    }

    @Test(arguments: ["ds18b20", "lm75 i2c-1", "processor cpu-thermal", "hwmon lm75"])
    func temperatureIsMeasured(chip: String) throws {
        let bench = try Bench(wiring: Wiring(.thermometer("room", chip: chip)))
        let room = try bench.thermometer("room")
        log.follow(room.changed(by: 0.5) { "\($0)" })
        log.follow(room.above(25, hysteresis: 1, "warm"))
        log.follow(room.below(0, "frost"))
        for temperature in [20, 20.25, 25.5, 24.5, 25.5, 23.5, 25.5, -10.5] {
            try bench.measure(temperature, at: "room")
        }
        let expected = ["20.0", "25.5", "warm", "24.5", "25.5", "23.5", "25.5", "warm", "-10.5", "frost"]
        #expect(log.entries == expected)
        #expect(bench.failures == [])
    }

    @Test(arguments: ["ds18b20", "lm75 i2c-1 0x49"])
    func absentThermometerIsReportedOnceAndIsUsedAgain(chip: String) throws {
        let bench = try Bench(wiring: Wiring(.thermometer("room", chip: chip)))
        let room = try bench.thermometer("room")
        log.follow(room.changed { "\($0)" })
        log.follow(room.absent("absent"))
        try bench.measure(21, at: "room")
        try bench.unplug("room")
        #expect(room.value == nil)
        bench.advance(by: .seconds(3600))
        #expect(bench.failures.count == 1)
        try bench.plugIn("room")
        #expect(log.entries.filter { $0 != "20.0" } == ["21.0", "absent", "21.0"])
        #expect(room.value == 21)
    }

    @Test func loopThatStartsLateLearnsTheState() throws {
        let bench = try Bench(wiring: Wiring(.thermometer("room", chip: "ds18b20")))
        try bench.measure(30, at: "room")
        log.follow(try bench.thermometer("room").isAbove(25) { "\($0)" })
        log.follow(try bench.thermometer("room").above(25, "warm"))
        #expect(log.entries == ["true", "warm"])
    }

    @Test(arguments: ["bme280 i2c-1 0x76", "bmp280 i2c-1 0x77"]) func climateHasItsQuantities(chip: String) throws {
        let bench = try Bench(wiring: Wiring(.climate("inside", chip: chip)))
        let inside = try bench.climate("inside")
        log.follow(inside.temperature.changed(by: 1) { "\(Int($0.rounded())) °C" })
        log.follow(inside.humidity.above(70, hysteresis: 10, "humid"))
        log.follow(inside.pressure.below(990, "storm"))
        try bench.measure(21.5, 75, 980, at: "inside")
        let humidity = chip.hasPrefix("bme") ? ["humid"] : []
        #expect(log.entries.filter { $0 != "20 °C" } == ["22 °C", "storm"] + humidity)
        try bench.unplug("inside")
        #expect(inside.temperature.value == nil)
        try bench.plugIn("inside")
        #expect(abs(try #require(inside.temperature.value) - 21.5) < 0.05)
        #expect(bench.failures.count == 1)
    }

    @Test func improvisedDevicesMeasure() throws {
        let bench = try Bench()
        let (room, knob) = (try bench.thermometer("room"), try bench.analog("knob"))
        try bench.measure(22, at: "room")
        try bench.measure(3.3, at: "knob")
        #expect(room.value == 22)
        #expect(knob.value == 1)
    }

    @Test func devicesOfOneConverterNeedChannelsOfTheirOwn() throws {
        #expect(throws: DescriptionError.self) {
            try Wiring(.analog("a", chip: "mcp3008 spidev0.0"), .analog("b", chip: "mcp3008 spidev0.0"))
        }
        #expect(throws: DescriptionError.self) { try Wiring(.analog("a", chip: "mcp3008 i2c-1")) }
    }

    @Test func fleetShowsMeasurementsWithTheirUnits() throws {
        let bench = try Bench(
            wiring: Wiring(.thermometer("room", chip: "ds18b20"), .analog("knob", chip: "mcp3008 spidev0.0")),
            fleet: .homeAssistant
        ) { board in
            Mobius.loop(
                update: { (_: Double, new: Double) in Next<Double, Bool>.next(new) },
                effectHandler: EffectRouter<Bool, Double>().asConnectable
            )
            .withEventSource(try board.thermometer("room").changed { $0 })
            .makeController(from: 0, on: board.queue)
        }
        try bench.measure(21.5, at: "room")
        #expect(bench.model == 21.5)
        #expect(bench.broker["thermometer/room"] == "21.5")
    }
}
