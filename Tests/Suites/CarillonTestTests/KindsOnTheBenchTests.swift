import CarillonTest
import Synchronization
import TestSupport
import Testing

/// Facts that hold on the bench for each kind of device that a text operates.
@Suite struct KindsOnTheBenchTests {
    // MARK: Absence

    /// A device with the text that operates it.
    struct Unplugged: Sendable {
        let entry: Wiring.Entry
        let text: String
        /// The value that a simulated device has before the text; the log leaves it out.
        var first = ""
        /// A part of the failure that is reported.
        var failure: String?
        let follow: @Sendable (Bench<Void>, Log) throws -> Void
        let isAbsent: @Sendable (Bench<Void>) throws -> Bool
    }

    static let unplugged: [Row<Unplugged, [String]>] = [
        Row("a DS18B20 is reported once", thermometer("ds18b20"), ["21.0", "absent", "21.0"]),
        Row("an LM75 is reported once", thermometer("lm75 i2c-1 0x49"), ["21.0", "absent", "21.0"]),
        Row(
            "a BME280 is reported once",
            Unplugged(entry: .climate("it", chip: "bme280 i2c-1 0x76"), text: "21.3 75 980", first: "20") {
                bench, log in
                let inside = try bench.climate("it")
                log.follow(inside.temperature.changed(by: 1) { "\(Int($0.rounded()))" })
                log.follow(inside.temperature.absent(send: "absent"))
            } isAbsent: {
                try $0.climate("it").temperature.value == nil
            }, ["21", "absent", "21"]),
        Row(
            "an SCD41 is reported once",
            Unplugged(
                entry: .co2Sensor("it", chip: "scd41 i2c-1"), text: "600", first: "500", failure: "0x62"
            ) { bench, log in
                log.follow(try bench.co2Sensor("it").changed { "\(Int($0))" })
                log.follow(try bench.co2Sensor("it").absent(send: "absent"))
            } isAbsent: {
                let room = try $0.co2Sensor("it")
                return room.value == nil && room.temperature.value == nil
            }, ["600", "absent", "600"]),
        Row(
            "a distance sensor is reported once",
            Unplugged(
                entry: .distance("it", trigger: "GPIO23", echo: "GPIO24"), text: "80",
                failure: "\"it\" does not answer"
            ) { bench, log in
                log.follow(try bench.distance("it").changed { "\(Int($0.rounded()))" })
                log.follow(try bench.distance("it").absent(send: "absent"))
            } isAbsent: {
                try $0.distance("it").value == nil
            }, ["80", "absent", "80"]),
        Row("an MFRC522 is reported once", cardReader("mfrc522 spidev0.0"), ["04a1b2c3", "removed", "04a1b2c3"]),
        Row("a PN532 is reported once", cardReader("pn532 i2c-1"), ["04a1b2c3", "removed", "04a1b2c3"]),
        Row(
            "an MPR121 is reported once",
            Unplugged(entry: .touchKeys("it", chip: "mpr121 i2c-1"), text: "3") { bench, log in
                log.follow(try bench.touchKeys("it").touched { "+\($0)" })
                log.follow(try bench.touchKeys("it").released { "-\($0)" })
            } isAbsent: {
                try $0.touchKeys("it").keysDown.isEmpty
            }, ["+3", "-3", "+3"]),
    ]

    private static func thermometer(_ chip: String) -> Unplugged {
        Unplugged(entry: .thermometer("it", chip: chip), text: "21", first: "20.0") { bench, log in
            log.follow(try bench.thermometer("it").changed { "\($0)" })
            log.follow(try bench.thermometer("it").absent(send: "absent"))
        } isAbsent: {
            try $0.thermometer("it").value == nil
        }
    }

    private static func cardReader(_ chip: String) -> Unplugged {
        Unplugged(entry: .rfid("it", chip: chip), text: "04a1b2c3") { bench, log in
            log.follow(try bench.rfid("it").present { $0 })
            log.follow(try bench.rfid("it").removed(send: "removed"))
        } isAbsent: {
            try $0.rfid("it").card == nil
        }
    }

    @Test(arguments: unplugged)
    func unpluggedDeviceIsReportedOnceAndIsUsedAgain(row: Row<Unplugged, [String]>) throws {
        let (device, log) = (row.given, Log())
        let bench = try Bench(wiring: Wiring(device.entry))
        try device.follow(bench, log)
        try bench.enter(device.text, at: "it")
        try bench.unplug("it")
        bench.advance(by: .seconds(3600))
        let isAbsent = try device.isAbsent(bench)
        #expect(isAbsent, sourceLocation: row.place)
        expectEqual(bench.failures.count, 1, "\(bench.failures)", sourceLocation: row.place)
        if let failure = device.failure {
            expectEqual(bench.failures.first?.contains(failure), true, sourceLocation: row.place)
        }
        try bench.plugIn("it")
        expectEqual(log.entries.filter { $0 != device.first }, row.expected, sourceLocation: row.place)
        expectEqual(bench.failures.count, 1, "\(bench.failures)", sourceLocation: row.place)
    }

    // MARK: Texts

    struct Entered: Sendable {
        let entry: Wiring.Entry
        let texts: [String]
    }

    static let refused: [Row<Entered, [String]>] = [
        Row(
            "a voltage is at most the reference",
            Entered(entry: .analog("it", chip: "mcp3008 spidev0.0"), texts: ["5.0", "warm"]), ["5.0", "warm"]),
        Row(
            "an SCD41 measures in its ranges",
            Entered(entry: .co2Sensor("it", chip: "scd41 i2c-1"), texts: ["0.0", "500.0 80.0 -"]),
            ["0.0", "500.0 80.0 -"]),
        Row(
            "a rate is not negative and not too high",
            Entered(entry: .pulseMeter("it", line: "GPIO17") { $0.unit = "L" }, texts: ["-1", "1e-300", "much"]),
            ["-1", "much"]),
        Row(
            "a distance is in the range of the module",
            Entered(entry: .distance("it", trigger: "GPIO23", echo: "GPIO24"), texts: ["1", "far"]), ["1", "far"]),
        Row("a microphone accepts noises", Entered(entry: .microphone("it"), texts: ["song"]), ["song"]),
        Row("a keypad has named keys", Entered(entry: .keypad("it", device: "pad"), texts: ["KEY_ONE"]), ["KEY_ONE"]),
        Row(
            "an MPR121 has twelve keys, each named once",
            Entered(
                entry: .touchKeys("it", chip: "mpr121 i2c-1"), texts: ["12", "-1", "x", "3 x", "3 3", ""]),
            ["12", "-1", "x", "3 x", "3 3", ""]),
        Row(
            "an MFRC522 reads cards", Entered(entry: .rfid("it", chip: "mfrc522 spidev0.0"), texts: ["card"]), ["card"]),
        Row("a PN532 reads cards", Entered(entry: .rfid("it", chip: "pn532 i2c-1"), texts: ["card"]), ["card"]),
    ]

    @Test(arguments: refused)
    func unusableTextIsReportedAndChangesNothing(row: Row<Entered, [String]>) throws {
        let bench = try Bench(wiring: Wiring(row.given.entry))
        bench.advance(by: .seconds(60))
        let changes = Atomic(0)
        let observation = bench.board.features.observe { _ in changes.add(1, ordering: .relaxed) }
        for text in row.given.texts { try bench.enter(text, at: "it") }
        let failures = row.expected.map { "the device does not take \"\($0)\"" }
        expectEqual(bench.failures, failures, sourceLocation: row.place)
        if row.expected == row.given.texts {
            expectEqual(changes.load(ordering: .relaxed), 0, sourceLocation: row.place)
        }
        observation.dispose()
    }

    // MARK: The fleet

    static let inFleet: [Row<Entered, (topic: String, value: String)>] = [
        Row(
            "a temperature is published", Entered(entry: .thermometer("it", chip: "ds18b20"), texts: ["21.5"]),
            ("thermometer/it", "21.5")),
        Row(
            "a distance is published",
            Entered(entry: .distance("it", trigger: "GPIO23", echo: "GPIO24"), texts: ["50"]),
            ("distance/it", "50")),
        Row(
            "a line is published", Entered(entry: .reader("it", device: "Reader"), texts: ["0012345678"]),
            ("reader/it", "0012345678")),
    ]

    @Test(arguments: inFleet) func fleetShowsTheValue(row: Row<Entered, (topic: String, value: String)>) throws {
        let bench = try Bench(wiring: Wiring(row.given.entry), fleet: .homeAssistant) { board in
            Mobius.beginnerLoop { (count: Int, _: Bool) in count }.makeController(from: 0, on: board.queue)
        }
        for text in row.given.texts { try bench.enter(text, at: "it") }
        expectEqual(bench.broker[row.expected.topic], row.expected.value, sourceLocation: row.place)
    }

    // MARK: Wirings

    static let mistakes: [Row<[Wiring.Entry], Void>] = [
        Row(
            "two devices do not share a channel",
            [.analog("a", chip: "mcp3008 spidev0.0"), .analog("b", chip: "mcp3008 spidev0.0")], ()),
        Row("a converter on SPI has no address on I2C", [.analog("a", chip: "mcp3008 i2c-1")], ()),
        Row("a host contains no blank", [.gauge("a", "ping two words")], ()),
        Row("a microphone's light exists", [.microphone("a") { $0.light = WiringReference("red") }], ()),
        Row(
            "a release threshold is below the touch threshold",
            [.touchKeys("a", chip: "mpr121 i2c-1") { ($0.touch, $0.release) = (10, 10) }], ()),
        Row("a unit is short", [.pulseMeter("a", line: "GPIO17") { $0.unit = "kilometres" }], ()),
        Row("a unit is visible", [.pulseMeter("a", line: "GPIO17") { $0.unit = "a\nb" }], ()),
        Row("a time zone is known", [.clock(timeZone: "Europe/Berln")], ()),
        Row("a latitude is at most 90", [.clock(place: GeographicPosition(latitude: 91, longitude: 0))], ()),
    ]

    @Test(arguments: mistakes) func mistakeInAWiringIsRefused(row: Row<[Wiring.Entry], Void>) {
        #expect(throws: DescriptionError.self, sourceLocation: row.place) { try Wiring(row.given) }
    }
}
