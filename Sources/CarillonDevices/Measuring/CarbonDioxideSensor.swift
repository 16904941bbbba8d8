import CarillonGPIO
import MobiusCore

/// A sensor of carbon dioxide, temperature and humidity: an SCD40 or SCD41.
///
///     .withEventSource(
///         board.events(
///             try board.carbonDioxide("room").above(1000, hysteresis: 200, .openTheWindow),
///             try board.carbonDioxide("room").temperature.changed(by: 0.5) { .temperature($0) }))
///
/// The thread of the bus reads the sensor each 5 seconds. The first numbers come 5.5 seconds after the start.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class CarbonDioxideSensor: Measuring, @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The share of carbon dioxide in the air, in parts per million (ppm).
    public let quantity: Quantity
    /// The temperature of the sensor, in degrees Celsius.
    public let temperature: Quantity
    /// The relative humidity, in percent.
    public let humidity: Quantity

    private let port: BusPort
    private let observer: DeviceObserver
    private var quantities: [Quantity] { [quantity, temperature, humidity] }

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, observer) = (name, context.observer)
        port = try context.port(Self.buses(of: settings)[0], twin: { SCD4x.twin(at: settings.chip.address) })
        quantity = Quantity(on: context.queue)
        temperature = Quantity(on: context.queue)
        humidity = Quantity(on: context.queue)
        let readings = context.readings
        let poll = Poll(port, every: settings.sampling.interval, observer: observer) { [unowned self] reading in
            readings.send(reading, to: self)
        }
        let sensor = SCD4x(settings.chip.address, altitude: settings.altitude)
        let sampling = settings.sampling
        let samplers = [(sampling.change, 0), (settings.temperatureChange, 2), (settings.humidityChange, 2)].map {
            Sampler(sampling, change: $0, places: $1)
        }
        poll.start { (device, now) throws(BusError) in
            switch try sensor.turn(with: device, at: now) {
            case .wait(let time): return .wait(time)
            case .numbers(let numbers):
                return .reading(zip(samplers, numbers).map { "\($0.take($1, at: now))" }.joined(separator: " "))
            }
        }
    }

    /// Handles a reading, live or of a replayed session: carbon dioxide, temperature and humidity, or `absent`. Called on the
    /// queue.
    public func receive(_ reading: String) {
        let numbers = reading.split(separator: " ").map { Double($0) }
        for (index, quantity) in quantities.enumerated() {
            let new = index < numbers.count ? numbers[index] : nil
            guard new != quantity.value || new == nil else { continue }
            quantity.set(new)
            observer.changed(index)
        }
    }

    /// Stops reading. Call on the queue, last; a second call has no effect.
    public func close() {
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
        for quantity in quantities { quantity.close() }
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

    enum Turn: Equatable {
        case wait(Duration)
        /// Parts per million, degrees Celsius, percent.
        case numbers([Double])
    }

    private enum Step {
        case stop, setUp, start, ask, isReady, read
    }

    /// The sensors that a wiring can name.
    static let models = [ChipModel("scd40", .i2c(0x62)), ChipModel("scd41", .i2c(0x62))]
    /// The time from one measurement to the next one (3.5.1).
    static let interval = Duration.seconds(5)
    /// The time in which a sensor executes a command (3.4), apart from `stop`.
    private static let execution = Duration.milliseconds(1)

    private let address: BusAddress
    private let altitude: Int?
    private var step = Step.stop
    /// The time since which the sensor has had no new measurement.
    private var waitingSince: Duration?

    /// - Parameter altitude: In metres above the sea; nil for that of the sensor's memory.
    init(_ address: BusAddress, altitude: Int?) { (self.address, self.altitude) = (address, altitude) }

    /// Makes the next transfer. After one that has failed, the sensor is set up again.
    func turn(with device: any BusDevice, at now: Duration) throws(BusError) -> Turn {
        do throws(BusError) { return try next(device, now) } catch {
            (step, waitingSince) = (.stop, nil)
            throw error
        }
    }

    private func next(_ device: any BusDevice, _ now: Duration) throws(BusError) -> Turn {
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

extension CarbonDioxideSensor: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The chip of the sensor, and the chip's bus and address.
        public var chip = ChipReference.unknown
        /// The interval of the readings, at least 5 s, their smoothing, and the smallest change of the carbon dioxide that is
        /// reported, in ppm.
        public var sampling = Sampling(every: SCD4x.interval, change: 10)
        /// The smallest change of the temperature that is reported, in degrees Celsius, from 0 to 100.
        public var temperatureChange = 0.2
        /// The smallest change of the humidity that is reported, in percent, from 0 to 100.
        public var humidityChange = 0.5
        /// The altitude of the sensor in metres above the sea, from 0 to 3000, by which it allows for the pressure of the air; nil
        /// leaves that of its memory, which is 0 if it is new.
        public var altitude: Int?

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("chip", \.chip, SCD4x.models.notation, "the sensor"),
                Field(
                    "every", \.sampling.interval, .time(SCD4x.interval...(.seconds(3600)), example: "10 s"),
                    "the time from one reading to the next one"),
                .smoothing(\.sampling.smoothing), .change(\.sampling.change, unit: "ppm"),
                Field(
                    "temperature-change", \.temperatureChange, .number(0...100, example: 1),
                    "the least change of the temperature that reaches the program, in degrees Celsius"),
                Field(
                    "humidity-change", \.humidityChange, .number(0...100, example: 1),
                    "the least change of the humidity that reaches the program, in percent"),
                Field(
                    "altitude", \.altitude, .optional(.number(0...3000, example: 500)),
                    "the altitude in metres above the sea; by default, that of the sensor's memory"),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("co2-sensor", title: "CO2 sensor") }

    public static func wires(of settings: Settings) -> [Wire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] { [BusWire(settings.chip.address)] }

    public static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.bus(settings.chip.address), examples: ["1200 22 50"]), keys: [nil])
        control.settling = settings.sampling.interval * 2
        return [control]
    }

    /// Returns the entry of an SCD41 on an I2C bus of its own.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [
            .device(CarbonDioxideSensor.self, name) {
                $0.chip = ChipReference(chip: "scd41", address: .i2c(bus: name, address: 0x62))
            }
        ]
    }

    public var features: [Feature] { ["", "temperature", "humidity"].map { Feature($0, isInput: true) } }

    public func value(of feature: Int) -> Feature.Value {
        switch feature {
        case 0: .level(quantity.value, Feature.Scale(unit: " ppm", hasOff: true, quantity: "carbon_dioxide"))
        case 1: .level(temperature.value, Feature.Scale(unit: " °C", hasOff: true, quantity: "temperature"))
        default: .level(humidity.value, Feature.Scale(0...100, unit: " %", hasOff: true, quantity: "humidity"))
        }
    }
}

extension Wiring.Entry {
    /// Returns an entry for a sensor of carbon dioxide.
    ///
    /// - Parameter chip: The sensor, and its bus: `scd40 i2c-1`, `scd41 i2c-1`.
    public static func carbonDioxide(
        _ name: String, chip: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout CarbonDioxideSensor.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(CarbonDioxideSensor.self, name, file, sourceLine, column, set) {
            $0.chip = SCD4x.models.reference(chip) ?? .unknown
        }
    }
}

extension DeviceFinder {
    /// Returns the sensor of carbon dioxide that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func carbonDioxide(_ name: String) throws(BoardError) -> CarbonDioxideSensor {
        try device(CarbonDioxideSensor.self, name)
    }
}
