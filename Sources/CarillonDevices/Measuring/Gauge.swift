import CarillonGPIO
import MobiusCore

/// A measurement of the board's own system: the load, the free memory and disk space, or the uptime. The number can also
/// be the response time of another machine on the network.
///
///     .withEventSource(
///         board.events(
///             try board.gauge("disk").below(5, hysteresis: 2, .diskIsFull),
///             try board.gauge("phone").present(.somebodyIsHome),
///             try board.gauge("phone").absent(.everybodyIsOut)))
///
/// A separate thread reads the number, by default every 10 seconds, so a host that does not answer does not delay the loop.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Gauge: Measuring, @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The number: the load, the free memory or the free disk space in percent, the uptime in minutes, or the response time in
    /// milliseconds.
    public let quantity: Quantity

    private let source: GaugeSource
    private let port: BusPort
    private let observer: DeviceObserver

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, source, observer) = (name, settings.source, context.observer)
        let source = settings.source
        port = try context.port(Self.buses(of: settings)[0], twin: { source.twin })
        quantity = Quantity(on: context.queue)
        let readings = context.readings
        let poll = Poll(port, every: settings.sampling.interval, observer: observer) { [unowned self] reading in
            readings.send(reading, to: self)
        }
        let sampler = Sampler(settings.sampling, change: settings.sampling.change, places: 2)
        let grace = Grace(source.isHost ? settings.grace : .zero)
        poll.start { (device, now) throws(BusError) in
            do throws(BusError) {
                let number = try device.number("value")
                return .reading(grace.take("\(sampler.take(number, at: now))", at: now))
            } catch {
                guard case .noAnswer = error, let reading = grace.reading(at: now) else { throw error }
                return .reading(reading)
            }
        }
    }

    /// Handles a reading, live or of a replayed session: the number, or `absent`.
    public func receive(_ reading: String) {
        let wasThere = quantity.value != nil
        quantity.set(Double(reading))
        observer.changed(0)
        if source.isHost && wasThere != (quantity.value != nil) { observer.changed(1) }
    }

    /// Stops reading. Call on the queue, last; a second call has no effect.
    public func close() {
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
        quantity.close()
    }
}

extension Gauge: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The measurement, such as the load of the machine.
        public var source = GaugeSource.load
        /// The interval of the readings, their smoothing, and the smallest change that is reported, in percent, minutes or
        /// milliseconds.
        public var sampling = Sampling(every: .seconds(10), change: 1)
        /// The time for which a host that is pinged may fail to answer before it counts as absent, from 0 s to one day.
        public var grace = Duration.zero

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("source", \.source, .gauge, "the number of the machine"), .interval(\.sampling.interval),
                .smoothing(\.sampling.smoothing),
                .change(\.sampling.change, unit: "percent, minutes or milliseconds"),
                Field(
                    "grace", \.grace, .time(.zero...(.seconds(86_400)), example: "3 min"),
                    "the time for which a host may be silent before it counts as absent"),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("gauge") }

    public static func wires(of settings: Settings) -> [Wire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] { [BusWire(settings.source.address)] }

    public static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.bus(settings.source.address), examples: ["50"]), keys: [nil])
        control.settling = settings.sampling.interval
        return [control]
    }

    /// Returns the entry of a gauge for the free space of the file system at `/` followed by `name`.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
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

extension DeviceFinder {
    /// Returns the gauge that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func gauge(_ name: String) throws(BoardError) -> Gauge { try device(Gauge.self, name) }
}
