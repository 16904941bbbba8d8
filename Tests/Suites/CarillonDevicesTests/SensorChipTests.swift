import CarillonGPIO
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// The bytes on the buses of sensors and converters, compared with their data sheets.
@Suite struct SensorChipTests {
    /// A device on a bus that answers with prepared bytes.
    private final class Chip: BusDevice {
        let address: BusAddress
        let bus: any Scheduler = VirtualTime()
        private let answer: @Sendable ([UInt8]) -> [UInt8]
        private let log = Mutex<[[UInt8]]>([])

        init(_ address: BusAddress, _ answer: @escaping @Sendable ([UInt8]) -> [UInt8]) {
            (self.address, self.answer) = (address, answer)
        }

        var written: [[UInt8]] { log.withLock { $0 } }

        func transfer(_ bytes: [UInt8], reading count: Int) -> [UInt8] {
            log.withLock { $0.append(bytes) }
            return Array((answer(bytes) + Array(repeating: 0, count: count)).prefix(count))
        }

        func close() {}
    }

    private static func converter(_ chip: String, channel: Int = 0, reference: Double = 3.3) -> AnalogConverter {
        AnalogConverter(chip: AnalogInput.Settings.models.reference(chip)!, channel: channel, reference: reference)
    }

    // MARK: Converters

    struct SPIConverter {
        let chip: String
        var channel = 0
        let reference: Double
        let answer: [UInt8]
    }

    /// The request for a channel, if it matters, and the number in an answer.
    static let converters: [Row<SPIConverter, (request: UInt8?, number: Double)>] =
        // DS21295D, figure 5-1: start, SGL, D2 to D0, two clocks, then B9 to B0, here 1000000001; what follows is the number
        // again, the lowest bit first.
        [(0, 0b0110_0000), (3, 0b0110_1100), (7, 0b0111_1100)].map { channel, request in
            Row(
                "an MCP3008 is asked for channel \(channel) as in its data sheet",
                SPIConverter(chip: "mcp3008", channel: channel, reference: 3.3, answer: [0b1000_0000, 0b0111_1111]),
                (request, 513.0 / 1023 * 3.3))
        } + [
            Row(
                "an MCP3208 has twelve bits", SPIConverter(chip: "mcp3208", reference: 5, answer: [0xff, 0xf7]),
                (nil, 5)),
            // DS21697F, 6.2: a sign, which is 0 for a single-ended channel, and 12 bits; what follows is the number again, the
            // lowest bit first.
            Row(
                "an MCP3304 has twelve bits",
                SPIConverter(chip: "mcp3304", channel: 5, reference: 5, answer: [0b0111_1111, 0b1111_1111]),
                (0b0111_0100, 5)),
            Row(
                "an MCP3304 has a sign before its bits",
                SPIConverter(chip: "mcp3304", channel: 5, reference: 5, answer: [0b0100_0000, 0b0000_0000]),
                (0b0111_0100, 2048.0 / 4095 * 5)),
        ]

    @Test(arguments: converters)
    func converterIsReadAsInItsDataSheet(row: Row<SPIConverter, (request: UInt8?, number: Double)>) throws {
        let (given, expected) = (row.given, row.expected)
        let converter = Self.converter("\(given.chip) spidev0.0", channel: given.channel, reference: given.reference)
        let chip = Chip(converter.chip.address) { _ in given.answer }
        let volts = try converter.read(chip)
        expectEqual(volts, expected.number, sourceLocation: row.place)
        if let request = expected.request { expectEqual(chip.written, [[request]], sourceLocation: row.place) }
    }

    /// SBAS444, 9.6.3: single shot, AIN2 against ground, 860 samples per second, no comparator.
    @Test(arguments: [(3.3, [0xe3, 0xe3]), (5, [0xe1, 0xe3]), (1, [0xe7, 0xe3])] as [(Double, [UInt8])])
    func ads1115ConvertsOnRequest(reference: Double, configuration: [UInt8]) throws {
        let converter = Self.converter("ads1115 i2c-1", channel: 2, reference: reference)
        let busy = Atomic(2)
        let chip = Chip(converter.chip.address) { bytes in
            switch bytes {
            // The conversion lasts for two transfers.
            case [1]: busy.wrappingSubtract(1, ordering: .relaxed).oldValue > 0 ? [0x03, 0xe3] : [0x83, 0xe3]
            default: [0x40, 0x00]
            }
        }
        let scale = reference == 3.3 ? 4.096 : reference == 5 ? 6.144 : 1.024
        expectEqual(try converter.read(chip), scale / 2)
        let written: [[UInt8]] = [[1] + configuration, [1], [1], [1], [0]]
        expectEqual(chip.written, written)
    }

    @Test func ads1115ThatDoesNotFinishTimesOut() throws {
        let converter = Self.converter("ads1115 i2c-1")
        let chip = Chip(converter.chip.address) { _ in [0, 0] }
        #expect(throws: BusError.timedOut(converter.chip.address)) { try converter.read(chip) }
    }

    @Test func scaleAndOffsetOfTheKernelsConverterAreApplied() throws {
        let files = ["in_voltage1_raw": "1000", "in_voltage_scale": "0.5", "in_voltage1_offset": "200"]
        let converter = Self.converter("iio ads1015", channel: 1)
        let chip = Chip(converter.chip.address) { Array((files[String(decoding: $0, as: UTF8.self)] ?? "").utf8) }
        expectEqual(try converter.read(chip), 0.6)
    }

    // MARK: Thermometers

    /// NXP LM75B, table 10.
    @Test(
        arguments: [
            ([0x7f, 0x00], 127), ([0x7e, 0xe0], 126.875), ([0x19, 0x00], 25), ([0x00, 0x20], 0.125), ([0, 0], 0),
            ([0xff, 0xe0], -0.125), ([0xe7, 0x00], -25), ([0xc9, 0x20], -54.875), ([0xc9, 0x00], -55),
        ] as [([UInt8], Double)])
    func lm75HasTheTemperaturesOfItsDataSheet(bytes: [UInt8], temperature: Double) throws {
        let sensor = TemperatureSensor(chip: Thermometer.Settings.models.reference("lm75 i2c-1")!, channel: 1)
        let chip = Chip(sensor.chip.address) { _ in bytes }
        expectEqual(try sensor.read(chip).number, temperature)
        expectEqual(chip.written, [[0]])
    }

    @Test(arguments: [125, 25, 0.125, -0.125, -54.875])
    func simulatedLM75MeasuresTheSimulatedTemperature(temperature: Double) throws {
        let sensor = TemperatureSensor(chip: Thermometer.Settings.models.reference("lm75 i2c-1")!, channel: 1)
        let twin = sensor.twin
        #expect(twin.operate("\(temperature)", channel: 1))
        let chip = Chip(sensor.chip.address) { (try? twin.transfer($0, reading: 2)) ?? [] }
        expectEqual(try sensor.read(chip).number, temperature)
    }

    @Test(arguments: [
        ("processor", "temp"), ("hwmon lm75", "temp2_input"),
    ])
    func kernelsThermometerHasThousandthsOfADegree(chip: String, file: String) throws {
        let sensor = TemperatureSensor(chip: Thermometer.Settings.models.reference(chip)!, channel: 2)
        let device = Chip(sensor.chip.address) { _ in Array("-10125".utf8) }
        expectEqual(try sensor.read(device).number, -10.125)
        expectEqual(device.written, [Array(file.utf8)])
    }

    /// The lines of Documentation/w1/w1-generic.rst's file `w1_slave`, and of figure 4 and table 1 of the data sheet.
    @Test(
        arguments: [
            ("50 05 4b 46 7f ff 0c 10 1c : crc=1c YES", 85, 0x0c),
            ("5e ff 4b 46 7f ff 02 10 a4 : crc=a4 YES", -10.125, 0x02),
            ("91 01 4b 46 7f ff 0f 10 25 : crc=25 YES", 25.0625, 0x0f),
        ] as [(String, Double, UInt8)])
    func oneWireSensorHasTheTemperatureOfItsScratchpad(line: String, temperature: Double, mark: UInt8) throws {
        let sensor = TemperatureSensor(chip: Thermometer.Settings.models.reference("ds18b20")!, channel: 1)
        let device = Chip(sensor.chip.address) { _ in Array(line.utf8) }
        let reading = try sensor.read(device)
        expectEqual(reading.number, temperature)
        expectEqual(reading.mark, mark)
        expectEqual(device.written, [Array("w1_slave".utf8)])
    }

    @Test(arguments: [
        "50 05 4b 46 7f ff 0c 10 1c : crc=1d NO", "50 05 4b 46 : crc=1c YES", "x",
        "50 05 4b 46 7f ff 0c 10 : crc=1c YES",
    ])
    func damagedScratchpadIsReportedAsNoAnswer(line: String) {
        let sensor = TemperatureSensor(chip: Thermometer.Settings.models.reference("ds18b20")!, channel: 1)
        let device = Chip(sensor.chip.address) { _ in Array(line.utf8) }
        #expect(throws: BusError.noAnswer(device.address)) { try sensor.read(device) }
    }

    /// Numbers with their marks, of which the last one is repeated, and the last verdicts.
    static let powerOnValues: [Row<(numbers: [Double], marks: [UInt8]), [PowerOnValue.Verdict]>] = [
        // 21.0 and 85.0 have the low bits 0, so the mark after a conversion is 0x10.
        Row(
            "the mark of a power-on value distinguishes it from a temperature", ([21, 85, 21], [0x10, 0x0c, 0x10]),
            [.temperature(21), .none, .temperature(21)]),
        Row("85 degrees with another mark are accepted", ([21, 85], [0x10]), [.temperature(21), .temperature(85)]),
        Row(
            "power-on values are never accepted after another mark", ([21, 85, 85, 85, 85], [0x10, 0x0c]),
            [.temperature(21), .none, .none, .none, .none]),
        Row("85 degrees with another mark are accepted at the start", ([85], [0x10]), [.temperature(85)]),
        Row(
            "a single power-on value of a copy is left out", ([21, 85, 21], [0x0c]),
            [.temperature(21), .doubtful, .temperature(21)]),
        Row("a power-on value of a copy is left out at the start", ([85, 21], [0x0c]), [.doubtful, .temperature(21)]),
        Row(
            "two power-on values of a copy are left out", ([21, 85, 85, 22], [0x0c]),
            [.temperature(21), .doubtful, .doubtful, .temperature(22)]),
        Row(
            "the number of a sensor without power is not a temperature", ([21, 127.9375, 21], [0x0c]),
            [.temperature(21), .none, .temperature(21)]),
        Row("lasting 85 degrees are accepted", ([21, 85, 85, 85], [0x0c]), [.temperature(85)]),
        Row(
            "slowly reached 85 degrees are accepted", ([80, 84.9375, 85, 85.0625], [0x0c]),
            [.temperature(85), .temperature(85.0625)]),
    ]

    @Test(arguments: powerOnValues)
    func powerOnValueIsNotATemperature(row: Row<(numbers: [Double], marks: [UInt8]), [PowerOnValue.Verdict]>) {
        var value = PowerOnValue()
        let (numbers, marks) = row.given
        let verdicts = numbers.enumerated().map { value.take($1, mark: marks[min($0, marks.count - 1)]) }
        expectEqual(verdicts.suffix(row.expected.count), row.expected[...], sourceLocation: row.place)
    }

    // MARK: BME280 and BMP280

    /// BST-BMP280-DS001, 3.12: the example of the formulas.
    @Test func pressureMatchesTheDataSheetsExample() {
        let bytes = BME280.exampleCalibration.common.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        let calibration = BME280.Calibration(bytes, [])
        let fine = calibration.fine(519_888)
        #expect(abs(fine / 5120 - 25.08) < 0.005)
        #expect(abs(calibration.pressure(415_148, fine: fine) - 100_653.27) < 0.5)
    }

    /// BST-BME280-DS002, 4.2.2, table 16: H4 and H5 share a byte, and have signs.
    @Test func humidityHasTheLayoutOfTheDataSheet() {
        let bytes = [UInt8](repeating: 0, count: 24)
        let read = BME280.Calibration(bytes, [75, 0x72, 0x01, 0, 0x13, 0x29, 0xff, 0xe2])
        let same = BME280.Calibration(t: [0, 0, 0], p: Array(repeating: 0, count: 9), h: [75, 370, 0, 313, -14, -30])
        expectEqual(read.humidity(30_000, fine: 100_000), same.humidity(30_000, fine: 100_000))
        #expect(read.humidity(30_000, fine: 100_000) > 0)
    }

    @Test func bme280IsSetUpAsInItsDataSheet() throws {
        let twin = BME280.twin(of: ClimateSensor.Settings.models.reference("bme280 i2c-1")!)
        let chip = Chip(.i2c(bus: "i2c-1", address: 0x76)) { (try? twin.transfer($0, reading: 32)) ?? [] }
        let sensor = BME280(ClimateSensor.Settings.models.reference("bme280 i2c-1")!)
        expectEqual(try sensor.read(chip), nil)
        let setUp: [[UInt8]] = [[0xd0], [0x88], [0xa1], [0xe1], [0xf4, 0], [0xf5, 0x80], [0xf2, 1], [0xf4, 0x27]]
        expectEqual(chip.written, setUp)
        let numbers = try #require(try sensor.read(chip))
        #expect(abs(numbers.temperature - 20) < 0.01)
        #expect(abs(numbers.pressure - 1013.25) < 0.05)
        #expect(abs(try #require(numbers.humidity) - 50) < 0.05)
        twin.losePower()
        expectEqual(try sensor.read(chip), nil)
        #expect(try sensor.read(chip) != nil)
    }

    @Test func chipWithAnotherIDIsNotABME280() throws {
        let chip = Chip(.i2c(bus: "i2c-1", address: 0x76)) { _ in [0x58] }
        #expect(throws: BusError.noAnswer(chip.address)) {
            try BME280(ClimateSensor.Settings.models.reference("bme280 i2c-1")!).read(chip)
        }
    }
}
