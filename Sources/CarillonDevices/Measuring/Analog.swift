import CarillonGPIO
import MobiusCore

/// A voltage that an analog-to-digital converter measures, for example of a potentiometer, a joystick or a battery.
///
///     .withEventSource(
///         board.events(
///             try board.analog("volume").changed(by: 0.02) { .volume($0) },
///             try board.analog("light").below(0.3, hysteresis: 0.05, .itIsDark)))
///
/// Its quantity is a level from 0 to 1. The thread of the converter's bus reads the voltage, by default 20 times a second. A
/// bus that hangs does not delay the loop.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Analog: Measuring, @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The level from 0 to 1 that the voltage has within the range of the wiring.
    public let quantity: Quantity
    /// The voltage at the converter, in volts; nil before the first reading, and while the converter does not answer. Queue
    /// only.
    public private(set) var volts: Double?

    private let settings: Settings
    private let port: BusPort
    private let observer: DeviceObserver

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, self.settings, observer) = (name, settings, context.observer)
        let converter = settings.converter
        port = try context.port(Self.buses(of: settings)[0], twin: { converter.twin })
        quantity = Quantity(on: context.queue)
        let readings = context.readings
        let poll = Poll(port, every: settings.sampling.interval, observer: observer) { [unowned self] reading in
            readings.send(reading, to: self)
        }
        let sampler = Sampler(settings.sampling, change: settings.leastVolts, places: 4)
        poll.start { (device, now) throws(BusError) in
            .reading("\(sampler.take(try converter.read(device), at: now))")
        }
    }

    /// Handles a reading, live or of a replayed session: the voltage, or `absent`.
    public func receive(_ reading: String) {
        volts = Double(reading)
        quantity.set(volts.map(settings.level))
        observer.changed(0)
        observer.changed(1)
    }

    /// Stops reading. Call on the queue, last; a second call has no effect.
    public func close() {
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
        quantity.close()
    }
}

extension Analog: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The chip of the converter, and the chip's bus and address or its device in the kernel.
        public var chip = ChipReference.unknown
        /// The channel of the converter, from 0 to 15.
        public var channel = 0
        /// The reference voltage of an MCP3008 or MCP3208, or the largest voltage to measure with an ADS1115; from 0.1 to 6.144
        /// V.
        public var reference = 3.3
        /// The voltages for the levels 0 and 1, in volts, from -10 to 100.
        public var range: ClosedRange<Double> = 0...3.3
        /// Whether the level falls while the voltage rises.
        public var isReversed = false
        /// The interval of the readings, their smoothing, and the smallest change of the level that is reported.
        public var sampling = Sampling(every: .milliseconds(50), change: 0.005)

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("chip", \.chip, AnalogConverter.models.notation, "the converter"),
                Field("channel", \.channel, .number(0...15, example: 0), "the channel of the converter"),
                Field(
                    "reference", \.reference, .number(0.1...6.144, example: 3.3),
                    "the reference voltage, in volts, of a converter that has none of its own"),
                Field(
                    "range", \.range,
                    .range(
                        "two numbers from -10 to 100", of: .number(-10...100, example: 3.3), example: "[0, 3.3]"),
                    "the voltages of the levels 0 and 1, in volts"),
                Field(
                    "direction", \.isReversed, .choice([("rising", false), ("falling", true)]),
                    "whether the level rises or falls with the voltage"),
                .interval(\.sampling.interval), .smoothing(\.sampling.smoothing),
                .change(\.sampling.change, unit: "levels from 0 to 1"),
            ]
        }

        var converter: AnalogConverter { AnalogConverter(chip: chip, channel: channel, reference: reference) }

        /// The least change, in volts.
        var leastVolts: Double { sampling.change * (range.upperBound - range.lowerBound) }

        /// Returns the level of a voltage.
        @Sendable func level(_ volts: Double) -> Double {
            let share = (volts - range.lowerBound) / (range.upperBound - range.lowerBound)
            let level = min(max(isReversed ? 1 - share : share, 0), 1)
            return (level * 10_000).rounded() / 10_000
        }
    }

    public static var kind: DeviceKind { DeviceKind("analog") }

    public static func wires(of settings: Settings) -> [Wire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] {
        [BusWire(settings.chip.address, channel: settings.channel)]
    }

    public static func controls(of settings: Settings) -> [Control] {
        let place = SimulatedTarget.bus(settings.chip.address, channel: settings.channel)
        var control = Control(.enter(place, examples: ["\(settings.range.upperBound)"]), keys: [nil])
        control.settling = settings.sampling.interval
        return [control]
    }

    /// Returns the entry of a voltage with a converter of its own.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [
            .device(Analog.self, name) {
                $0.chip = ChipReference(chip: "iio", address: .kernel(.industrialIO, name: name))
            }
        ]
    }

    public var features: [Feature] { ["", "voltage"].map { Feature($0, isInput: true) } }

    public func value(of feature: Int) -> Feature.Value {
        feature == 0
            ? .level(quantity.value.map { $0 * 100 }, Feature.Scale(0...100, unit: " %", hasOff: true))
            : .level(volts, Feature.Scale(step: 0.001, unit: " V", hasOff: true, quantity: "voltage"))
    }
}

extension Wiring.Entry {
    /// Returns an entry for a voltage that a converter measures.
    ///
    /// - Parameters:
    ///   - chip: The converter, and its bus and address: `mcp3008 spidev0.0`, `ads1115 i2c-1 0x48`, `iio ads1015`.
    ///   - channel: The channel of the converter, from 0 to 15.
    public static func analog(
        _ name: String, chip: String, channel: Int = 0, file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column, set: (inout Analog.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Analog.self, name, file, sourceLine, column, set) { settings in
            settings.chip = AnalogConverter.models.reference(chip) ?? .unknown
            settings.channel = channel
        }
    }
}

extension DeviceFinder {
    /// Returns the analog input that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func analog(_ name: String) throws(BoardError) -> Analog { try device(Analog.self, name) }
}
