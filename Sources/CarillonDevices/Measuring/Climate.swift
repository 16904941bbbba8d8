import CarillonGPIO
import MobiusCore

/// A sensor of temperature, humidity and air pressure: a BME280, or a BMP280, which does not measure the humidity.
///
///     .withEventSource(
///         board.events(
///             try board.climate("inside").temperature.changed(by: 0.5) { .temperature($0) },
///             try board.climate("bath").humidity.above(70, hysteresis: 10, .startFan)))
///
/// The thread of the bus reads the sensor, by default every second.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Climate: @unchecked Sendable {
    /// The numbers of one reading.
    struct Numbers: Equatable, Sendable {
        var temperature: Double
        var pressure: Double
        /// nil for a BMP280.
        var humidity: Double?
    }

    /// The name in the wiring.
    public let name: String
    /// The temperature, in degrees Celsius.
    public let temperature: Quantity
    /// The relative humidity, in percent. With a BMP280, its value is always nil.
    public let humidity: Quantity
    /// The air pressure, in hectopascal.
    public let pressure: Quantity

    private let hasHumidity: Bool
    private let port: BusPort
    private let observer: DeviceObserver

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, observer) = (name, context.observer)
        hasHumidity = settings.chip.chip == "bme280"
        port = try context.port(Self.buses(of: settings)[0], twin: { BME280.twin(of: settings.chip) })
        temperature = Quantity(on: context.queue)
        humidity = Quantity(on: context.queue)
        pressure = Quantity(on: context.queue)
        let readings = context.readings
        let poll = Poll(port, every: settings.sampling.interval, observer: observer) { [unowned self] reading in
            readings.send(reading, to: self)
        }
        let sensor = BME280(settings.chip)
        let sampling = settings.sampling
        let samplers = [sampling.change, settings.pressureChange, settings.humidityChange].map {
            Sampler(sampling, change: $0, places: 2)
        }
        poll.start { (device, now) throws(BusError) in
            do throws(BusError) {
                guard let numbers = try sensor.read(device) else { return .wait(.milliseconds(20)) }
                var read = [numbers.temperature, numbers.pressure]
                if let humidity = numbers.humidity { read.append(humidity) }
                let passed = zip(samplers, read).map { "\($0.take($1, at: now))" }
                return .reading(passed.joined(separator: " "))
            } catch {
                sensor.reset()
                throw error
            }
        }
    }

    /// Handles a reading, live or of a replayed session: temperature, pressure and humidity, or `absent`. Called on the queue.
    public func receive(_ reading: String) {
        let numbers = reading.split(separator: " ").map { Double($0) }
        for (index, quantity) in [temperature, pressure, humidity].enumerated() where index < 2 || hasHumidity {
            let new = index < numbers.count ? numbers[index] : nil
            guard new != quantity.value || new == nil else { continue }
            quantity.set(new)
            observer.changed(index)
        }
    }

    /// Stops reading. Call on the queue, last; a second call has no effect.
    public func close() {
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
        for quantity in [temperature, pressure, humidity] { quantity.close() }
    }
}

extension Climate: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The chip of the sensor, and the chip's bus and address.
        public var chip = ChipReference.unknown
        /// The interval of the readings, their smoothing, and the smallest change of the temperature that is reported, in
        /// degrees Celsius.
        public var sampling = Sampling(every: .seconds(1), change: 0.1)
        /// The smallest change of the humidity that is reported, in percent, from 0 to 100.
        public var humidityChange = 0.5
        /// The smallest change of the pressure that is reported, in hectopascal, from 0 to 100.
        public var pressureChange = 0.2

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("chip", \.chip, BME280.models.notation, "the sensor"),
                .interval(\.sampling.interval), .smoothing(\.sampling.smoothing),
                .change(\.sampling.change, unit: "degrees Celsius"),
                Field(
                    "humidity-change", \.humidityChange, .number(0...100, example: 1),
                    "the least change of the humidity that reaches the program, in percent"),
                Field(
                    "pressure-change", \.pressureChange, .number(0...100, example: 1),
                    "the least change of the pressure that reaches the program, in hectopascal"),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("climate") }

    public static func wires(of settings: Settings) -> [Wire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] { [BusWire(settings.chip.address)] }

    public static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.bus(settings.chip.address), examples: ["25 60 1000"]), keys: [nil])
        control.settling = settings.sampling.interval
        return [control]
    }

    /// Returns the entry of a BME280 on an I2C bus of its own.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [
            .device(Climate.self, name) {
                $0.chip = ChipReference(chip: "bme280", address: .i2c(bus: name, address: 0x76))
            }
        ]
    }

    public var features: [Feature] {
        (hasHumidity ? ["", "pressure", "humidity"] : ["", "pressure"]).map { Feature($0, isInput: true) }
    }

    public func value(of feature: Int) -> Feature.Value {
        switch feature {
        case 0: .level(temperature.value, Feature.Scale(unit: " °C", hasOff: true, quantity: "temperature"))
        case 1: .level(pressure.value, Feature.Scale(unit: " hPa", hasOff: true, quantity: "atmospheric_pressure"))
        default: .level(humidity.value, Feature.Scale(0...100, unit: " %", hasOff: true, quantity: "humidity"))
        }
    }
}

extension Wiring.Entry {
    /// Returns an entry for a sensor of temperature, humidity and air pressure.
    ///
    /// - Parameter chip: The sensor, and its bus and address: `bme280 i2c-1 0x76`, `bmp280 i2c-1 0x77`.
    public static func climate(
        _ name: String, chip: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Climate.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Climate.self, name, file, sourceLine, column, set) {
            $0.chip = BME280.models.reference(chip) ?? .unknown
        }
    }
}

extension DeviceFinder {
    /// Returns the climate sensor that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func climate(_ name: String) throws(BoardError) -> Climate { try device(Climate.self, name) }
}
