import CarillonGPIO
import MobiusCore

/// A sensor of temperature, humidity and air pressure: a BME280, or a BMP280, which does not measure the humidity.
///
///     .withEventSource(
///         board.events(
///             try board.climate("inside").temperature.changed(by: 0.5) { .temperature($0) },
///             try board.climate("bath").humidity.above(70, hysteresis: 10, send: .startFan)))
///
/// The thread of the bus reads the sensor, by default every second.
public final class ClimateSensor: MeasuringDevice {
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

    public let measured: Measured

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, measured) = (name, Measured(Self.quantities(of: settings), in: context))
        (temperature, pressure) = (measured.quantities[0], measured.quantities[1])
        humidity = measured.quantities.count > 2 ? measured.quantities[2] : Quantity(on: context.queue)
        let sensor = BME280(settings.chip)
        try measure(settings, every: settings.sampling, in: context, twin: BME280.twin(of: settings.chip)) {
            (device, _) throws(BusError) in
            do throws(BusError) {
                guard let numbers = try sensor.read(device) else { return .wait(.milliseconds(20)) }
                return .numbers([numbers.temperature, numbers.pressure, numbers.humidity ?? 0])
            } catch {
                sensor.reset()
                throw error
            }
        }
    }
}

extension ClimateSensor {
    /// The settings of this kind of device in a wiring.
    public struct Settings: ChipSettings {
        public static let models = [ChipModel("bme280", .i2c(0x76)), ChipModel("bmp280", .i2c(0x76))]
        public var chip = ChipReference.unknown
        public var sampling = Sampling(every: .seconds(1), change: 0.1)
        public var humidityChange = 0.5
        public var pressureChange = 0.2

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                .chip(\.chip, "the sensor"),
                .interval(\.sampling.interval), .smoothing(\.sampling.smoothing),
                .change(\.sampling.change, unit: "degrees Celsius"),
                Setting(
                    "humidity-change", \.humidityChange, .number(0...100, example: 1),
                    "the least change of the humidity that reaches the program, in percent"),
                Setting(
                    "pressure-change", \.pressureChange, .number(0...100, example: 1),
                    "the least change of the pressure that reaches the program, in hectopascal"),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("climate", title: "climate sensor") }

    public static func quantities(of settings: Settings) -> [MeasuredQuantity] {
        let pressure = Feature.Scale(unit: " hPa", hasOff: true, quantity: "atmospheric_pressure")
        let all = [
            MeasuredQuantity(.temperature, change: settings.sampling.change),
            MeasuredQuantity(pressure, named: "pressure", change: settings.pressureChange),
            MeasuredQuantity(.humidity, named: "humidity", change: settings.humidityChange),
        ]
        return settings.chip.chip == "bme280" ? all : Array(all.prefix(2))
    }

    public static func controls(of settings: Settings) -> [Control] {
        let texts = "a temperature from -40 to 85, a humidity from 0 to 100, and a pressure from 300 to 1100"
        return [
            .numbers(
                at: buses(of: settings)[0], example: "25 60 1000", texts,
                of: ["temperature", "humidity", "atmospheric_pressure"], settling: settings.sampling.interval)
        ]
    }
}
