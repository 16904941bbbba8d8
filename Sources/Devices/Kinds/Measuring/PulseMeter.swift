import CLibrary
import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization

/// A meter that reports by pulses: a water meter with a reed contact, an electricity meter with an S0 output, a flow sensor, an
/// anemometer, a rain gauge.
///
///     .withEventSource(
///         board.events(
///             try board.pulseMeter("water").counted { .used($0) },
///             try board.pulseMeter("water").rate.above(20, hysteresis: 2, send: .isLeaking)))
///
/// The rate follows from the kernel's timestamps of the edges, so a busy loop causes no error. Program, page, fleet and session
/// receive the count and the rate at most once in the time `every` of the wiring, however fast the pulses are.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class PulseMeter: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The amount since the start of the program, in the unit of the wiring.
    public let amount: Quantity
    /// The rate, in units per second, minute or hour, rounded to 0.001. While no pulse arrives, the rate falls: it is at
    /// most one pulse in the time since the last pulse. It falls in steps of a tenth, at most once in the time `every` of
    /// the wiring. After the timeout it is 0. nil while the line's chip is away.
    public let rate: Quantity
    /// The number of edges of the line known to be lost. Without debouncing, their pulses are counted. May be read from any thread.
    public var lostEdges: Int { lost.load(ordering: .relaxed) }

    private let scales: [Feature.Scale]
    private let settings: Settings
    private let line: any InputLine
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let readings: DeviceReadings
    private let listeners: Listeners<Int>
    private let timer: ResettableTimer
    private let lost = Atomic(0)
    private var counter: PulseCounter
    private var pulses = 0
    private var sent = "0 0.0"
    private var isAway = false

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, self.settings, scales) = (name, settings, settings.scales)
        (observer, readings, queue) = (context.observer, context.readings, context.queue.unrecorded)
        line = try context.unrecordedInput(settings.line, settings.input)
        (amount, rate) = (Quantity(on: context.queue), Quantity(on: context.queue))
        listeners = Listeners(on: context.queue)
        timer = ResettableTimer(on: queue)
        do {
            counter = PulseCounter(
                level: try line.level(), debounce: settings.debounce, every: settings.every, timeout: settings.timeout)
            timer.onFire { [unowned self] in work() }
            try line.watch { [unowned self] edge in follow(edge) }
        } catch {
            timer.cancel()
            line.close()
            throw error
        }
        amount.set(0)
        rate.set(0)
        context.simulate { [queue] chip in SimulatedPulses(on: chip, settings, queue) }
    }

    /// Sends the result of `event` for the amount that has been counted since the last event, in the unit of the wiring.
    /// Pulses before the start of the loop are not included.
    ///
    /// - Parameter step: The amount of each event is a multiple of this, and the rest is part of a later event. 0, the
    ///   default, sends every amount: one pulse, or several that arrived within the time `every` of the wiring.
    public func counted<Event: Sendable>(
        each step: Double = 0, send event: @escaping @Sendable (Double) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [listeners, settings] consumer in
            let rest = Locked(0.0)
            return listeners.add { pulses in
                let amount = rest.withLock { rest in
                    rest += Double(pulses) / settings.pulses
                    // The tolerance is for amounts such as 0.1, which are not exact.
                    let amount = step > 0 ? (rest / step + 1e-9).rounded(.down) * step : rest
                    rest -= amount
                    return amount
                }
                if amount > 0 { consumer(event(amount)) }
            }
        }
    }

    /// Handles a reading, live or of a replayed session: the pulses since the start and the rate, or `absent`.
    public func receive(_ reading: String) {
        let numbers = reading.split(separator: " ")
        let (count, newRate) = (numbers.first.flatMap { Int($0) }, numbers.last.flatMap { Double($0) })
        if newRate != rate.value {
            rate.set(newRate)
            observer.changed(1)
        }
        guard let count, count > pulses else { return }
        let new = count - pulses
        pulses = count
        amount.set(Double(count) / settings.pulses)
        observer.changed(0)
        listeners.notify(new)
    }

    /// Stops counting. Call on the queue, once and last.
    public func close() {
        timer.cancel()
        line.close()
        amount.close()
        rate.close()
        listeners.removeAll()
    }

    private func follow(_ edge: Result<Edge, GPIOError>) {
        switch edge {
        case .success(let edge) where isAway:
            isAway = false
            counter.restart(at: edge.level)
        case .success(let edge):
            lost.add(edge.missed, ordering: .relaxed)
            counter.edge(to: edge.level, at: edge.time, missed: edge.missed)
        case .failure(let error):
            // The board reports a chip that has gone away, once for all lines.
            if case .chipGone = error {} else { observer.didFail(error) }
            isAway = true
            timer.set(to: nil)
            return send(BusPoll.absent)
        }
        work()
    }

    private func work() {
        guard !isAway else { return }
        if let perSecond = counter.report(at: queue.now) {
            let rate = perSecond / settings.pulses * settings.per.rawValue
            send("\(counter.pulses) \((rate * 1000).rounded() / 1000)")
        }
        timer.set(to: counter.wakeUp)
    }

    private func send(_ reading: String) {
        guard reading != sent else { return }
        sent = reading
        readings.send(reading, to: self)
    }
}

extension PulseMeter: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: LineSettings {
        /// The unit of time of a rate: per second, per minute or per hour.
        public enum Period: Double, Sendable {
            /// A rate per second.
            case second = 1
            /// A rate per minute.
            case minute = 60
            /// A rate per hour.
            case hour = 3600
        }

        public var line = LineReference.unknown
        public var input = InputSettings(bias: .pullUp, isActiveLow: true)
        /// The debounce time. A pulse, and the pause after it, must be longer: 10 ms allow 50 pulses a second. With zero,
        /// each pulse that the kernel reports is counted.
        public var debounce = Duration.milliseconds(10)
        public var pulses = 1.0
        /// The unit of the amount, such as `L`, `m³` or `kWh`; empty for a number of pulses.
        public var unit = ""
        public var per = Period.minute
        /// The time between two readings. A reading consists of the count and the average rate since the last reading.
        public var every = Duration.seconds(1)
        public var timeout = Duration.seconds(300)

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("line", \.line, .line(), "the line of the pulses"), .bias(\.input.bias),
                .active(\.input.isActiveLow, "the voltage during a pulse"), .debounce(\.debounce),
                Setting("pulses", \.pulses, .number(0.001...1_000_000, example: 450), "the pulses of a unit"),
                Setting("unit", \.unit, unit, "the unit of the amount; empty for a number of pulses"),
                Setting(
                    "per", \.per, .choice([("second", .second), ("minute", .minute), ("hour", .hour)]),
                    "the time of the rate"),
                .interval(\.every),
                Setting(
                    "timeout", \.timeout, .time(.seconds(1)...(.seconds(86_400)), example: "5 min"),
                    "the time without a pulse after which the rate is 0"),
            ]
        }

        private static var unit: Notation<String> {
            Notation(
                "at most 8 visible characters", example: "L",
                parse: { $0.count <= 8 && $0.unicodeScalars.allSatisfy(\.isPrintable) ? $0 : nil }, text: { $0 })
        }

        /// The scales of the amount and of the rate, with the classes of Home Assistant that suit their units.
        fileprivate var scales: [Feature.Scale] {
            let symbol = per == .second ? "s" : per == .minute ? "min" : "h"
            // Kilowatt hours per hour are kilowatts.
            let rate = unit.hasSuffix("Wh") && per == .hour ? String(unit.dropLast()) : "\(unit)/\(symbol)"
            return [
                scale(unit, ["energy", "water", "volume", "precipitation", "distance", "weight"], isTotal: true),
                scale(rate, ["power", "volume_flow_rate", "precipitation_intensity", "speed"], isTotal: false),
            ]
        }

        /// Returns a scale for the first of these classes that suits the unit.
        private func scale(_ unit: String, _ classes: [String], isTotal: Bool) -> Feature.Scale {
            let scale = Feature.Scale(
                step: 0.001, unit: unit.isEmpty ? "" : " \(unit)", hasOff: true, isTotal: isTotal)
            let names = NumberClass.names(for: scale)
            return scale.measuring(classes.first(where: names.contains))
        }
    }

    public static var kind: DeviceKind { DeviceKind("pulse-meter", title: "pulse meter") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .number(settings.scales[0]) }

    public static func wires(of settings: Settings) -> [LineWire] {
        [LineWire(settings.line, .input(settings.input), as: .toggle)]
    }

    public static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.line(settings.line.name), examples: ["pulse", "10", "0"]), keys: [nil])
        control.texts = "pulse, or a rate of at most 1000 pulses a second"
        control.settling = settings.every * 2
        return [control]
    }

    public var features: [Feature] { ["", "rate"].map { Feature($0, isInput: true) } }

    public func value(of feature: Int) -> Feature.Value {
        let number = feature == 0 ? amount.value.map { ($0 * 1000).rounded() / 1000 } : rate.value
        return .level(number, scales[feature])
    }
}
