import CarillonGPIO
import MobiusCore

/// A measurement of the board's own system: the load, the free memory and disk space, or the uptime. The number can also
/// be the response time of another machine on the network.
///
///     .withEventSource(
///         board.events(
///             try board.gauge("disk").below(5, hysteresis: 2, send: .diskIsFull),
///             try board.gauge("phone").present(send: .somebodyIsHome),
///             try board.gauge("phone").absent(send: .everybodyIsOut)))
///
/// A separate thread reads the number, by default every 10 seconds, so a host that does not answer does not delay the loop.
/// Its quantity is the load, the free memory or the free disk space in percent, the uptime in minutes, or the response time in
/// milliseconds.
public final class Gauge: MeasuringDevice, Measuring {
    /// The name in the wiring.
    public let name: String
    public let measured: Measured

    private let source: GaugeSource

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, source) = (name, settings.source)
        measured = Measured(Self.quantities(of: settings), in: context)
        let grace = source.isHost ? settings.grace : .zero
        // The time of the last answer.
        let last = Exclusive(Duration?.none)
        try measure(
            settings, every: settings.sampling, memory: settings.grace, in: context, twin: settings.source.twin
        ) { (device, now) throws(BusError) in
            do throws(BusError) {
                let number = try device.number("value")
                last.value = now
                return .numbers([number])
            } catch {
                // A telephone that sleeps answers only now and then.
                guard case .noAnswer = error, let last = last.value, now - last < grace else { throw error }
                return .unchanged
            }
        }
    }

    public func receive(_ reading: String) {
        let wasThere = quantity.value != nil
        measured.receive(reading)
        if source.isHost && wasThere != (quantity.value != nil) { measured.observer.changed(1) }
    }
}

extension Gauge {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        public var source = GaugeSource.load
        public var sampling = Sampling(every: .seconds(10), change: 1)
        public var grace = Duration.zero

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("source", \.source, .gauge, "the number of the machine"), .interval(\.sampling.interval),
                .smoothing(\.sampling.smoothing),
                .change(\.sampling.change, unit: "percent, minutes or milliseconds"),
                Setting(
                    "grace", \.grace, .time(.zero...(.seconds(86_400)), example: "3 min"),
                    "the time for which a host may be silent before it counts as absent"),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("gauge") }

    public static func quantities(of settings: Settings) -> [MeasuredQuantity] {
        [MeasuredQuantity(settings.source.scale, change: settings.sampling.change)]
    }

    public static func wires(of settings: Settings) -> [LineWire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] { [BusWire(settings.source.address)] }

    public static func controls(of settings: Settings) -> [Control] {
        [
            .numbers(
                at: buses(of: settings)[0], example: "50", "a number in the range of the source",
                settling: settings.sampling.interval)
        ]
    }

    /// Returns an entry for a gauge of free disk space. Its path is `/` and the name: `/music` for the gauge `music`.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.device(Gauge.self, name) { $0.source = .disk(path: "/\(name)") }]
    }

    public var features: [Feature] {
        (source.isHost ? ["", "present"] : [""]).map { Feature($0, isInput: true) }
    }

    public func value(of feature: Int) -> Feature.Value {
        feature == 0 ? .level(quantity.value, source.scale) : .toggle(quantity.value == nil ? .off : .on)
    }
}

extension Wiring.Entry {
    /// Returns an entry for a measurement of the board's own system, or for the response time of a host.
    ///
    /// - Parameter source: The measurement: `load`, `memory`, `uptime`, `disk /var`, `ping 192.168.1.23`, or `ping gateway`.
    public static func gauge(
        _ name: String, _ source: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Gauge.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Gauge.self, name, file, sourceLine, column, set) {
            // The check of the settings reports a source that is not one.
            $0.source = GaugeSource(source) ?? .ping(host: source)
        }
    }
}
