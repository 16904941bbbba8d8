import CarillonGPIO
import MobiusCore

/// A voltage that an analog-to-digital converter measures, for example of a potentiometer, a joystick or a battery.
///
///     .withEventSource(
///         board.events(
///             try board.analog("volume").changed(by: 0.02) { .volume($0) },
///             try board.analog("light").below(0.3, hysteresis: 0.05, send: .itIsDark)))
///
/// Its quantity is a level from 0 to 1: the position of the voltage within the range in the wiring. The thread of the
/// converter's bus reads the voltage, by default 20 times a second. A bus that hangs does not delay the loop.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class AnalogInput: MeasuringDevice, Measuring, @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    public let measured: Measured
    /// The voltage at the converter, in volts; nil before the first reading, and while the converter does not answer. Queue
    /// only.
    public private(set) var volts: Double?

    private let settings: Settings

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, self.settings) = (name, settings)
        measured = Measured(Self.quantities(of: settings), in: context)
        let converter = settings.converter
        try measure(settings, every: settings.sampling, in: context, twin: converter.twin) {
            (device, _) throws(BusError) in
            .numbers([try converter.read(device)])
        }
    }

    /// Handles a reading, live or of a replayed session: the voltage, or `absent`.
    public func receive(_ reading: String) {
        volts = Double(reading)
        quantity.set(volts.map(settings.level))
        measured.observer.changed(0)
        measured.observer.changed(1)
    }
}

extension AnalogInput {
    /// The settings of this kind of device in a wiring.
    public struct Settings: ChipSettings {
        /// The converters that a wiring can name. The clock frequencies on SPI are specified for 2.7 V (MCP3008:
        /// 1, MCP3208: 1). An MCP3304, which runs at 5 V, is not faster.
        public static let models = [
            ChipModel("mcp3008", .spi(mode: 0, speed: 1_350_000)),
            ChipModel("mcp3208", .spi(mode: 0, speed: 1_000_000)),
            ChipModel("mcp3304", .spi(mode: 0, speed: 1_000_000)), ChipModel("ads1115", .i2c(0x48)),
            ChipModel("iio", .kernel(.industrialIO, example: "ads1015", needsName: true)),
        ]
        public var chip = ChipReference.unknown
        public var channel = 0
        /// The reference voltage of the converter, in volts. With an ADS1115, the largest voltage to measure.
        public var reference = 3.3
        public var range: ClosedRange<Double> = 0...3.3
        public var isReversed = false
        public var sampling = Sampling(every: .milliseconds(50), change: 0.005)

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                .chip(\.chip, "the converter"),
                Setting("channel", \.channel, .number(0...15, example: 0), "the channel of the converter"),
                Setting(
                    "reference", \.reference, .number(0.1...6.144, example: 3.3),
                    "the reference voltage, in volts, of a converter that has none of its own"),
                Setting(
                    "range", \.range,
                    .range(
                        "two numbers from -10 to 100", of: .number(-10...100, example: 3.3), example: "[0, 3.3]"),
                    "the voltages of the levels 0 and 1, in volts"),
                Setting(
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

    public static var kind: DeviceKind { DeviceKind("analog", title: "analog converter") }

    /// The level. It follows from the voltages that are read.
    public static func quantities(of settings: Settings) -> [MeasuredQuantity] {
        [MeasuredQuantity(Feature.Scale(0...100, unit: " %", hasOff: true), change: settings.leastVolts, places: 4)]
    }

    public static func buses(of settings: Settings) -> [BusWire] {
        // An MCP3304 has 5 V, and the lines of a board tolerate 3.3 V.
        let needsConverter = settings.chip.chip == "mcp3304"
        return [
            BusWire(
                settings.chip.address, channel: settings.channel,
                as: needsConverter ? .load(.init("level converter", isConverter: true)) : .module)
        ]
    }

    public static func controls(of settings: Settings) -> [Control] {
        [
            .numbers(
                at: buses(of: settings)[0], example: "\(settings.range.upperBound)",
                "a voltage that the converter can measure", settling: settings.sampling.interval)
        ]
    }

    public var features: [Feature] { ["", "voltage"].map { Feature($0, isInput: true) } }

    public func value(of feature: Int) -> Feature.Value {
        feature == 0
            ? .level(quantity.value.map { $0 * 100 }, measured.forms[0].scale)
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
        column: Int = #column, set: (inout AnalogInput.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(AnalogInput.self, name, file, sourceLine, column, set) { settings in
            settings.chip = AnalogInput.Settings.models.reference(chip) ?? .unknown
            settings.channel = channel
        }
    }
}
