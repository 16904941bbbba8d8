import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A thermometer: a DS18B20, an LM75, the processor's own sensor, or another sensor with a driver of the kernel.
///
///     .withEventSource(
///         board.events(
///             try board.thermometer("room").changed(by: 0.5) { .temperature($0) },
///             try board.thermometer("room").absent(send: .heatingOff)))
///
/// Its quantity is the temperature in degrees Celsius. The thread of the bus reads the sensor, by default every second.
public final class Thermometer: MeasuringDevice, Measuring {
    /// The name in the wiring.
    public let name: String
    public let measured: Measured

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, measured) = (name, Measured(Self.quantities(of: settings), in: context))
        let sensor = TemperatureSensor(chip: settings.chip, channel: settings.channel)
        let powerOn = Locked(PowerOnValue())
        try measure(settings, every: settings.sampling, in: context, twin: sensor.twin) {
            (device, _) throws(BusError) in
            let (number, mark) = try sensor.read(device)
            guard let mark else { return .numbers([number]) }
            switch powerOn.withLock({ $0.take(number, mark: mark) }) {
            case .temperature(let number): return .numbers([number])
            case .doubtful: return .wait(.seconds(1))
            case .none: throw .noAnswer(device.address)
            }
        }
    }
}

/// A sensor of temperatures: the protocol of its chip, or the file of the kernel's driver.
struct TemperatureSensor: Sendable {
    let chip: ChipReference
    /// The number of the temperature, among those of a device of the kernel's hwmon.
    let channel: Int

    /// Reads the temperature in degrees Celsius, and the mark of a sensor whose numbers `PowerOnValue` judges; nil for another one.
    func read(_ device: any BusDevice) throws(BusError) -> (number: Double, mark: UInt8?) {
        switch chip.address {
        case .kernel(.oneWire, _):
            guard let scratchpad = Scratchpad(line: try device.transfer(Array(Self.oneWireFile.utf8), reading: 64))
            else {
                throw .noAnswer(device.address)
            }
            return (scratchpad.temperature, scratchpad.mark)
        // The same driver, without the scratchpad.
        case .kernel(.hardwareMonitor, "w1_slave_temp"): return (try device.number(file) / 1000, PowerOnValue.mark)
        case .i2c: return (try registers(device), nil)
        default: return (try device.number(file) / 1000, nil)
        }
    }

    private func registers(_ device: any BusDevice) throws(BusError) -> Double {
        // LM75B, NXP Rev. 6.1: 7.4.3. 11 bits of 0.125 degrees at the left of register 0, the others are 0. The 9 bits of the
        // first LM75 and the 12 of a TMP102 are at the left, too.
        let bytes = try device.transfer([0], reading: 2)
        return Double(Int16(bitPattern: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))) / 256
    }

    /// The file of the scratchpad: Documentation/w1/slaves/w1_therm.rst.
    private static let oneWireFile = "w1_slave"

    /// The file of the kernel's driver, in thousandths of a degree: sysfs-class-thermal, Documentation/hwmon/sysfs-interface.rst.
    private var file: String {
        switch chip.address {
        case .kernel(.thermalZone, _): "temp"
        default: "temp\(channel)_input"
        }
    }

    /// A simulated sensor.
    var twin: any SimulatedTwin {
        let chip = chip
        return NumberTwin((), [20], [-55...125]) { (_, numbers, written, _) throws(BusError) in
            let number = numbers(channel)[0]
            switch chip.address {
            case .kernel(.oneWire, _): return Scratchpad.line(number)
            case .i2c: return UInt16(bitPattern: Int16((number * 8).rounded()) << 5).bytes
            default: return Array("\(Int((number * 1000).rounded()))".utf8)
            }
        }
    }
}

extension Thermometer {
    /// The settings of this kind of device in a wiring.
    public struct Settings: ChipSettings {
        public static let models = [
            ChipModel("ds18b20", .kernel(.oneWire, example: "28-000005e2fdc3", needsName: false)),
            ChipModel("lm75", .i2c(0x48)),
            ChipModel("processor", .kernel(.thermalZone, example: "cpu-thermal", needsName: false)),
            ChipModel("hwmon", .kernel(.hardwareMonitor, example: "lm75", needsName: true)),
        ]
        public var chip = ChipReference.unknown
        public var channel = 1
        public var sampling = Sampling(every: .seconds(1), change: 0.1)

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                .chip(\.chip, "the sensor"),
                Setting(
                    "channel", \.channel, .number(1...32, example: 1),
                    "the number of the temperature, of hwmon only"),
                .interval(\.sampling.interval), .smoothing(\.sampling.smoothing),
                .change(\.sampling.change, unit: "degrees Celsius"),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("thermometer") }

    public static func quantities(of settings: Settings) -> [MeasuredQuantity] {
        [MeasuredQuantity(.temperature, change: settings.sampling.change)]
    }

    public static func buses(of settings: Settings) -> [BusWire] {
        [BusWire(settings.chip.address, channel: settings.channel)]
    }

    public static func controls(of settings: Settings) -> [Control] {
        [
            .numbers(
                at: buses(of: settings)[0], example: "25", "a temperature from -55 to 125",
                settling: settings.sampling.interval)
        ]
    }
}
