import CarillonGPIO
import MobiusCore

/// A sensor of carbon dioxide, temperature and humidity: an SCD40 or SCD41.
///
///     .withEventSource(
///         board.events(
///             try board.co2Sensor("room").above(1000, hysteresis: 200, send: .openTheWindow),
///             try board.co2Sensor("room").temperature.changed(by: 0.5) { .temperature($0) }))
///
/// The thread of the bus reads the sensor every 5 seconds. The first numbers arrive 5.5 seconds after the start. Its
/// quantity is the concentration of carbon dioxide in the air, in parts per million (ppm).
public final class CO2Sensor: MeasuringDevice, Measuring {
    /// The name in the wiring.
    public let name: String
    /// The temperature of the sensor, in degrees Celsius.
    public let temperature: Quantity
    /// The relative humidity, in percent.
    public let humidity: Quantity

    public let measured: Measured

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, measured) = (name, Measured(Self.quantities(of: settings), in: context))
        (temperature, humidity) = (measured.quantities[1], measured.quantities[2])
        let sensor = SCD4x(settings.chip.address, altitude: settings.altitude)
        try measure(
            settings, every: settings.sampling, in: context, twin: SCD4x.twin(at: settings.chip.address),
            turn: sensor.turn)
    }
}

/// The protocol of the sensors of carbon dioxide.
///
/// Section numbers refer to the data sheet, Sensirion SCD4x Version 1.3.
///
/// `@unchecked Sendable`: used on the bus's thread only.
final class SCD4x: @unchecked Sendable {
    /// The commands (3.4).
    enum Command: UInt16 {
        case start = 0x21b1
        case stop = 0x3f86
        case setAltitude = 0x2427
        case isReady = 0xe4b8
        case read = 0xec05

        var bytes: [UInt8] { [UInt8(rawValue >> 8), UInt8(rawValue & 0xff)] }
    }

    private enum Step {
        case stop, setUp, start, ask, isReady, read
    }

    /// The time from one measurement to the next one (3.5.1).
    static let interval = Duration.seconds(5)
    /// The time in which a sensor executes a command (3.4), apart from `stop`.
    private static let execution = Duration.milliseconds(1)

    private let address: BusAddress
    private let altitude: Int?
    private var step = Step.stop
    /// The time since which the sensor has had no new measurement.
    private var waitingSince: Duration?

    /// - Parameter altitude: In metres above the sea; nil for the altitude in the sensor's memory.
    init(_ address: BusAddress, altitude: Int?) { (self.address, self.altitude) = (address, altitude) }

    /// Makes the next transfer. The numbers are parts per million, degrees Celsius and percent. After a transfer that has
    /// failed, the sensor is set up again.
    @Sendable func turn(with device: any BusDevice, at now: Duration) throws(BusError) -> Measured.Turn {
        do throws(BusError) { return try next(device, now) } catch {
            (step, waitingSince) = (.stop, nil)
            throw error
        }
    }

    private func next(_ device: any BusDevice, _ now: Duration) throws(BusError) -> Measured.Turn {
        switch step {
        case .stop:
            // The sensor may measure since an earlier start of the program, and takes no other settings then (3.4). It need not
            // acknowledge this if it does not measure; if it is not there, the next command fails.
            do throws(BusError) { try device.write(Command.stop.bytes) } catch {}
            step = altitude == nil ? .start : .setUp
            return .wait(.milliseconds(500))
        case .setUp:
            try device.write(Command.setAltitude.bytes + Self.word(UInt16(altitude ?? 0)))
            step = .start
        case .start:
            try device.write(Command.start.bytes)
            step = .ask
            return .wait(Self.interval)
        case .ask:
            try device.write(Command.isReady.bytes)
            step = .isReady
        case .isReady:
            // No measurement is ready if the lowest 11 bits are 0 (3.8.2).
            guard try words(device, 1)[0] & 0x7ff == 0 else {
                try device.write(Command.read.bytes)
                (step, waitingSince) = (.read, nil)
                break
            }
            step = .ask
            // The sensor does not measure after its power was lost.
            let since = waitingSince ?? now
            guard now - since < Self.interval * 2 else { throw .noAnswer(address) }
            waitingSince = since
            return .wait(.milliseconds(200))
        case .read:
            let words = try words(device, 3).map { Double($0) }
            step = .ask
            // 3.5.2
            return .numbers([words[0], -45 + 175 * words[1] / 65535, 100 * words[2] / 65535])
        }
        return .wait(Self.execution)
    }

    /// Reads words, each with its checksum.
    private func words(_ device: any BusDevice, _ count: Int) throws(BusError) -> [UInt16] {
        let bytes = try device.read(3 * count)
        let words = (0..<count).map { UInt16(bytes[3 * $0]) << 8 | UInt16(bytes[3 * $0 + 1]) }
        guard words.flatMap({ Self.word($0) }) == bytes else { throw .noAnswer(address) }
        return words
    }

    /// Returns the bytes of a word and its checksum: the CRC-8 with the polynomial 0x31 and the initial value 0xff (3.11).
    static func word(_ word: UInt16) -> [UInt8] {
        let bytes = [UInt8(word >> 8), UInt8(word & 0xff)]
        let checksum = bytes.reduce(0xff as UInt8) { sum, byte in
            (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 0x31 }
        }
        return bytes + [checksum]
    }

    /// Returns a simulated sensor, which has a carbon dioxide, a temperature and a humidity.
    static func twin(at address: BusAddress) -> any SimulatedTwin {
        let ranges: [ClosedRange<Double>] = [1...40_000, -10...60, 0...100]
        let initial: (isMeasuring: Bool, command: Command?) = (false, nil)
        return NumberTwin(initial, [500, 20, 50], ranges) { (chip, numbers, written, count) throws(BusError) in
            if written.count >= 2 {
                let command = Command(rawValue: UInt16(written[0]) << 8 | UInt16(written[1]))
                // Commands that the sensor does not take while it measures (3.4), and an answer without the time for it
                guard let command, count == 0, !chip.isMeasuring || ![.start, .setAltitude].contains(command) else {
                    throw .noAnswer(address)
                }
                chip = (command == .start || (chip.isMeasuring && command != .stop), command)
                return []
            }
            switch chip.command {
            case .isReady: return word(chip.isMeasuring ? 0x8006 : 0x8000)
            case .read where chip.isMeasuring:
                let numbers = numbers(0)
                let raw = [numbers[0], (numbers[1] + 45) / 175 * 65535, numbers[2] / 100 * 65535]
                return raw.flatMap { word(UInt16($0.rounded())) }
            default: throw .noAnswer(address)
            }
        }
    }
}

extension CO2Sensor {
    /// The settings of this kind of device in a wiring.
    public struct Settings: ChipSettings {
        public static let models = [ChipModel("scd40", .i2c(0x62)), ChipModel("scd41", .i2c(0x62))]
        public var chip = ChipReference.unknown
        public var sampling = Sampling(every: SCD4x.interval, change: 10)
        public var temperatureChange = 0.2
        public var humidityChange = 0.5
        /// The altitude in metres above the sea, for whose air pressure the sensor corrects its numbers. nil for the
        /// altitude in the sensor's memory, which is 0 in a new sensor.
        public var altitude: Int?

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                .chip(\.chip, "the sensor"),
                Setting(
                    "every", \.sampling.interval, .time(SCD4x.interval...(.seconds(3600)), example: "10 s"),
                    "the time from one reading to the next one"),
                .smoothing(\.sampling.smoothing), .change(\.sampling.change, unit: "ppm"),
                Setting(
                    "temperature-change", \.temperatureChange, .number(0...100, example: 1),
                    "the least change of the temperature that reaches the program, in degrees Celsius"),
                Setting(
                    "humidity-change", \.humidityChange, .number(0...100, example: 1),
                    "the least change of the humidity that reaches the program, in percent"),
                Setting(
                    "altitude", \.altitude, .optional(.number(0...3000, example: 500)),
                    "the altitude in metres above the sea; by default, that of the sensor's memory"),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("co2-sensor", title: "CO2 sensor") }

    public static func quantities(of settings: Settings) -> [MeasuredQuantity] {
        let scale = Feature.Scale(unit: " ppm", hasOff: true, quantity: "carbon_dioxide")
        return [
            MeasuredQuantity(scale, change: settings.sampling.change, places: 0),
            MeasuredQuantity(.temperature, named: "temperature", change: settings.temperatureChange),
            MeasuredQuantity(.humidity, named: "humidity", change: settings.humidityChange),
        ]
    }

    public static func controls(of settings: Settings) -> [Control] {
        let texts = "a concentration from 1 to 40000, a temperature from -10 to 60, and a humidity from 0 to 100"
        return [
            .numbers(
                at: buses(of: settings)[0], example: "1200 22 50", texts,
                of: ["carbon_dioxide", "temperature", "humidity"],
                settling: settings.sampling.interval * 2)
        ]
    }
}
