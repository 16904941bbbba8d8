import CarillonGPIO
import MobiusCore

/// A thermometer: a DS18B20, an LM75, the processor's own sensor, or another sensor with a driver of the kernel.
///
///     .withEventSource(
///         board.events(
///             try board.thermometer("room").changed(by: 0.5) { .temperature($0) },
///             try board.thermometer("room").absent(.heatingOff)))
///
/// Its quantity is the temperature in degrees Celsius. The thread of the bus reads the sensor, by default every second.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Thermometer: Measuring, @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The temperature, in degrees Celsius.
    public let quantity: Quantity

    private let port: BusPort
    private let observer: DeviceObserver

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, observer) = (name, context.observer)
        let sensor = TemperatureSensor(chip: settings.chip, channel: settings.channel)
        port = try context.port(Self.buses(of: settings)[0], twin: { sensor.twin })
        quantity = Quantity(on: context.queue)
        let readings = context.readings
        let poll = Poll(port, every: settings.sampling.interval, observer: observer) { [unowned self] reading in
            readings.send(reading, to: self)
        }
        let sampler = Sampler(settings.sampling, change: settings.sampling.change, places: 2)
        poll.start { (device, now) throws(BusError) in
            .reading("\(sampler.take(try sensor.read(device), at: now))")
        }
    }

    /// Handles a reading, live or of a replayed session: the temperature, or `absent`.
    public func receive(_ reading: String) {
        quantity.set(Double(reading))
        observer.changed()
    }

    /// Stops reading. Call on the queue, last; a second call has no effect.
    public func close() {
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
        quantity.close()
    }
}

/// A sensor of temperatures: the protocol of its chip, or the file of the kernel's driver.
struct TemperatureSensor: Sendable {
    /// The sensors that a wiring can name.
    static let models = [
        ChipModel("ds18b20", .kernel(.oneWire, example: "28-000005e2fdc3", needsName: false)),
        ChipModel("lm75", .i2c(0x48)),
        ChipModel("processor", .kernel(.thermalZone, example: "cpu-thermal", needsName: false)),
        ChipModel("hwmon", .kernel(.hardwareMonitor, example: "lm75", needsName: true)),
    ]

    let chip: ChipReference
    /// The number of the temperature, among those of a device of the kernel's hwmon.
    let channel: Int

    /// Reads the temperature, in degrees Celsius.
    func read(_ device: any BusDevice) throws(BusError) -> Double {
        guard case .i2c = chip.address else { return try device.number(file) / 1000 }
        // LM75B, NXP Rev. 6.1: 7.4.3. 11 bits of 0.125 degrees at the left of register 0, the others are 0. The 9 bits of the
        // first LM75 and the 12 of a TMP102 are at the left, too.
        let bytes = try device.transfer([0], reading: 2)
        return Double(Int16(bitPattern: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))) / 256
    }

    /// The file of the kernel's driver, in thousandths of a degree: Documentation/w1/slaves/w1_therm.rst, sysfs-class-thermal,
    /// Documentation/hwmon/sysfs-interface.rst.
    private var file: String {
        switch chip.address {
        case .kernel(.oneWire, _): "temperature"
        case .kernel(.thermalZone, _): "temp"
        default: "temp\(channel)_input"
        }
    }

    /// A simulated sensor.
    var twin: any SimulatedTwin {
        let chip = chip
        return NumberTwin<Int>(0, [20], [-55...125]) { (_, numbers, written, _) throws(BusError) in
            let number = numbers(channel)[0]
            guard case .i2c = chip.address else { return Array("\(Int((number * 1000).rounded()))".utf8) }
            return UInt16(bitPattern: Int16((number * 8).rounded()) << 5).bytes
        }
    }
}

extension Thermometer: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The chip of the sensor, and the chip's bus and address or its device in the kernel.
        public var chip = ChipReference.unknown
        /// The number of the temperature input, from 1 to 32, for a device of the kernel's hwmon that has several.
        public var channel = 1
        /// The interval of the readings, their smoothing, and the smallest change that is reported, in degrees Celsius.
        public var sampling = Sampling(every: .seconds(1), change: 0.1)

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("chip", \.chip, TemperatureSensor.models.notation, "the sensor"),
                Field(
                    "channel", \.channel, .number(1...32, example: 1),
                    "the number of the temperature, of hwmon only"),
                .interval(\.sampling.interval), .smoothing(\.sampling.smoothing),
                .change(\.sampling.change, unit: "degrees Celsius"),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("thermometer") }

    public static func wires(of settings: Settings) -> [Wire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] {
        [BusWire(settings.chip.address, channel: settings.channel)]
    }

    public static func controls(of settings: Settings) -> [Control] {
        let place = SimulatedTarget.bus(settings.chip.address, channel: settings.channel)
        var control = Control(.enter(place, examples: ["25"]), keys: [nil])
        control.settling = settings.sampling.interval
        return [control]
    }

    /// Returns the entry of a thermometer with a sensor of its own.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [
            .device(Thermometer.self, name) {
                $0.chip = ChipReference(chip: "hwmon", address: .kernel(.hardwareMonitor, name: name))
            }
        ]
    }

    public var features: [Feature] { [Feature(isInput: true)] }

    public func value(of feature: Int) -> Feature.Value {
        .level(quantity.value, Feature.Scale(unit: " °C", hasOff: true, quantity: "temperature"))
    }
}

extension Wiring.Entry {
    /// Returns an entry for a thermometer.
    ///
    /// - Parameter chip: The sensor, and its address if it needs one: `ds18b20`, `ds18b20 28-000005e2fdc3`, `lm75 i2c-1 0x48`,
    ///   `processor cpu-thermal`, `hwmon lm75`.
    public static func thermometer(
        _ name: String, chip: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Thermometer.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Thermometer.self, name, file, sourceLine, column, set) {
            $0.chip = TemperatureSensor.models.reference(chip) ?? .unknown
        }
    }
}

extension DeviceFinder {
    /// Returns the thermometer that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func thermometer(_ name: String) throws(BoardError) -> Thermometer { try device(Thermometer.self, name) }
}
