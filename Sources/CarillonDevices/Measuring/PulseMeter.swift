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
///             try board.pulseMeter("water").rate.above(20, hysteresis: 2, .isLeaking)))
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
    /// The rate, in units per second, minute or hour, rounded to 0.001. While no pulse comes, it falls to one pulse in the time since
    /// the last one, in steps of a tenth and at most once in the time `every`. After the timeout it is 0. nil while the line's chip
    /// is away.
    public let rate: Quantity
    /// The number of edges of the line known to be lost. Without debouncing, their pulses are counted. May be read from any thread.
    public var lostEdges: Int { lost.load(ordering: .relaxed) }

    private let settings: Settings
    private let line: any InputLine
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let readings: DeviceReadings
    private let listeners: Listeners<Int>
    private let alarm: Alarm
    private let lost = Atomic(0)
    private var counter: PulseCounter
    private var pulses = 0
    private var sent = "0 0.0"
    private var isAway = false

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, self.settings) = (name, settings)
        (observer, readings, queue) = (context.observer, context.readings, context.queue.unrecorded)
        line = try context.unrecordedInput(settings.line, settings.input)
        (amount, rate) = (Quantity(on: context.queue), Quantity(on: context.queue))
        listeners = Listeners(on: context.queue)
        alarm = Alarm(on: queue)
        do {
            counter = PulseCounter(
                level: try line.level(), debounce: settings.debounce, every: settings.every, timeout: settings.timeout)
            alarm.onFire { [unowned self] in work() }
            try line.watch { [unowned self] edge in follow(edge) }
        } catch {
            alarm.cancel()
            line.close()
            throw error
        }
        amount.set(0)
        rate.set(0)
        context.simulate { [queue] chip in SimulatedPulses(on: chip, settings, queue) }
    }

    /// Sends the result of `event` for what has been counted since the last event, in the unit of the wiring. What was counted
    /// before the loop started is not sent.
    ///
    /// - Parameter step: The amount of an event is a multiple of this, and the rest is part of a later event. 0, the default,
    ///   sends each amount: one pulse, or several if they came within the time `every` of the wiring.
    public func counted<Event: Sendable>(
        each step: Double = 0, _ event: @escaping @Sendable (Double) -> Event
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
        alarm.cancel()
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
            alarm.set(to: nil)
            return send(Poll.absent)
        }
        work()
    }

    private func work() {
        guard !isAway else { return }
        if let perSecond = counter.report(at: queue.now) {
            let rate = perSecond / settings.pulses * settings.per.rawValue
            send("\(counter.pulses) \((rate * 1000).rounded() / 1000)")
        }
        alarm.set(to: counter.wakeUp)
    }

    private func send(_ reading: String) {
        guard reading != sent else { return }
        sent = reading
        readings.send(reading, to: self)
    }
}

/// The logic that counts pulses by the edges of a line, and calculates their rate.
///
/// A pulse counts when the line has been active for the debounce time. The pulses from the last report on have the rate of the next
/// one. This type only decides; its owner keeps the timer.
struct PulseCounter {
    /// The number of pulses so far.
    private(set) var pulses = 0
    private let debounce, every, timeout: Duration
    private var level: Level
    /// The time since which the line has had the other level; nil if it has not.
    private var otherSince: Duration?
    /// The time of the last pulse; nil before the first one.
    private var last: Duration?
    /// The pulse from which the rate counts: the last one of a report, or the first one after a rest.
    private var start: (pulses: Int, time: Duration)?
    private var reported: (pulses: Int, time: Duration)?
    /// Pulses per second.
    private var rate = 0.0
    private var isNew = false

    init(level: Level, debounce: Duration, every: Duration, timeout: Duration) {
        (self.level, self.debounce, self.every, self.timeout) = (level, debounce, every, timeout)
    }

    /// Handles an edge, at the edge's own time. Without debouncing, two lost edges are a pulse, and an edge to the known level
    /// has followed a change that the kernel did not see.
    mutating func edge(to new: Level, at time: Duration, missed: Int) {
        settle(at: time)
        guard debounce == .zero else {
            otherSince = new == level ? nil : time
            return
        }
        let isUnseen = new == level
        count((missed - (isUnseen ? 1 : 0)) / 2, at: time)
        for level in isUnseen ? [new.inverted, new] : [new] { accept(level, at: time) }
    }

    /// Handles the end of an absence of the line. A level that it has then is no pulse.
    mutating func restart(at level: Level) {
        self.level = level
        (otherSince, last, start, rate, isNew) = (nil, nil, nil, 0, true)
    }

    /// Returns the pulses per second if it is time for a report; nil otherwise.
    mutating func report(at now: Duration) -> Double? {
        settle(at: now)
        guard let due, now >= due else { return nil }
        if let last, let first = start, last > first.time {
            rate = Double(pulses - first.pulses) / ((last - first.time) / .seconds(1))
            start = (pulses, last)
        }
        if let last, now > last { rate = now - last < timeout ? min(rate, .seconds(1) / (now - last)) : 0 }
        (reported, isNew) = ((pulses, now), false)
        return rate
    }

    /// The time at which to call `report(at:)` if there is no edge before; nil for no time.
    var wakeUp: Duration? { [otherSince.map { $0 + debounce }, due].compactMap(\.self).min() }

    /// The time of the next report: as soon as there are pulses, and when the rate has to fall by a tenth.
    private var due: Duration? {
        guard !isNew, let reported else { return isNew || pulses > 0 ? .zero : nil }
        let next = reported.time + every
        if pulses > reported.pulses { return next }
        guard rate > 0, let last else { return nil }
        return min(max(next, last + .seconds(1) * (10 / 9 / rate)), last + timeout)
    }

    private mutating func settle(at time: Duration) {
        if let since = otherSince, time - since >= debounce {
            otherSince = nil
            accept(level.inverted, at: since)
        }
    }

    private mutating func accept(_ new: Level, at time: Duration) {
        level = new
        if new == .active { count(1, at: time) }
    }

    private mutating func count(_ new: Int, at time: Duration) {
        guard new > 0 else { return }
        pulses += new
        if last.map({ time - $0 >= timeout }) ?? true { start = (pulses, time) }
        last = time
    }
}

/// A simulated meter. A number is its rate, in units per second, minute or hour; `pulse` is one pulse.
private final class SimulatedPulses: SimulatedOperation {
    private let chip: SimulatedChip
    private let settings: PulseMeter.Settings
    private let queue: any Scheduler
    /// The time from a pulse to the next one, nil while nothing flows, and the number of the flow.
    private let flow: OnQueue<(interval: Duration?, number: Int)>

    init(on chip: SimulatedChip, _ settings: PulseMeter.Settings, _ queue: any Scheduler) {
        (self.chip, self.settings, self.queue) = (chip, settings, queue)
        flow = OnQueue((nil, 0), on: queue)
        chip.add(self, at: .line(settings.line.name))
    }

    func operate(_ text: String) -> Bool {
        if text == "pulse" {
            pulse(for: max(settings.debounce * 2, .milliseconds(1)))
            return true
        }
        guard let rate = Double(text).map({ $0 * settings.pulses / settings.per.rawValue }), (0...1000).contains(rate)
        else { return false }
        flow.value = (rate > 0 ? .seconds(min(1 / rate, 1e6)) : nil, flow.value.number + 1)
        run(flow.value.number)
        return true
    }

    /// Ends the flow of a meter that is unplugged.
    func setPresence(_ isPresent: Bool) { if !isPresent { flow.value.interval = nil } }

    private func run(_ number: Int) {
        guard let interval = flow.value.interval, flow.value.number == number else { return }
        pulse(for: interval / 2)
        _ = queue.schedule(at: queue.now + interval) { [weak self] in self?.run(number) }
    }

    private func pulse(for time: Duration) {
        // The line may have been closed, or its chip unplugged.
        try? chip.drive(settings.line.name, .active)
        _ = queue.schedule(at: queue.now + time) { [weak self] in
            if let self { try? chip.drive(settings.line.name, .inactive) }
        }
    }
}

extension PulseMeter: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The time of a rate.
        public enum Period: Double, Sendable {
            /// A rate per second.
            case second = 1
            /// A rate per minute.
            case minute = 60
            /// A rate per hour.
            case hour = 3600
        }

        /// The line of the pulses.
        public var line = LineReference.unknown
        /// The settings for reading the line; by default with a pull-up resistor, and active at a low voltage.
        public var input = InputSettings(bias: .pullUp, isActiveLow: true)
        /// The time for which the line must keep a level for it to count, from 0 to 1 s. A pulse and the pause after it have to be
        /// longer: 10 ms allow 50 pulses a second. Zero counts each pulse that the kernel sees.
        public var debounce = Duration.milliseconds(10)
        /// The number of pulses of a unit, from 0.001 to 1,000,000.
        public var pulses = 1.0
        /// The unit of the amount, such as `L`, `m³` or `kWh`, of at most 8 characters; empty for a number of pulses.
        public var unit = ""
        /// The time of the rate.
        public var per = Period.minute
        /// The shortest time between two readings, of the count and the average rate since the last one, from 5 ms to an hour.
        public var every = Duration.seconds(1)
        /// The time without a pulse after which the rate is 0, from 1 s to 1 day.
        public var timeout = Duration.seconds(300)

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", \.line, .line(), "the line of the pulses"), .bias(\.input.bias),
                .active(\.input.isActiveLow, "the voltage during a pulse"), .debounce(\.debounce),
                Field("pulses", \.pulses, .number(0.001...1_000_000, example: 450), "the pulses of a unit"),
                Field("unit", \.unit, unit, "the unit of the amount; empty for a number of pulses"),
                Field(
                    "per", \.per, .choice([("second", .second), ("minute", .minute), ("hour", .hour)]),
                    "the time of the rate"),
                .interval(\.every),
                Field(
                    "timeout", \.timeout, .time(.seconds(1)...(.seconds(86_400)), example: "5 min"),
                    "the time without a pulse after which the rate is 0"),
            ]
        }

        private static var unit: Notation<String> {
            Notation(
                "at most 8 visible characters", example: "L",
                parse: { $0.count <= 8 && $0.unicodeScalars.allSatisfy(\.isPrintable) ? $0 : nil }, text: { $0 })
        }

        /// The scales of the amount and of the rate, with their classes of Home Assistant
        /// (homeassistant/components/sensor/const.py, DEVICE_CLASS_UNITS).
        fileprivate var scales: [Feature.Scale] {
            let quantities: (amount: String?, rate: String?) =
                switch (unit, per) {
                case ("kWh", .hour), ("Wh", .hour): ("energy", "power")
                case ("kWh", _), ("Wh", _): ("energy", nil)
                case ("L", _), ("m³", _): ("water", "volume_flow_rate")
                case ("mm", .hour): ("precipitation", "precipitation_intensity")
                case ("m", .second), ("km", .hour): ("distance", "speed")
                default: (nil, nil)
                }
            let symbol = per == .second ? "s" : per == .minute ? "min" : "h"
            // Kilowatt hours per hour are kilowatts.
            let rate = quantities.rate == "power" ? String(unit.dropLast()) : "\(unit)/\(symbol)"
            return [(unit, quantities.amount), (rate, quantities.rate)].map {
                Feature.Scale(step: 0.001, unit: $0.isEmpty ? "" : " \($0)", hasOff: true, quantity: $1)
            }
        }
    }

    public static var kind: DeviceKind { DeviceKind("pulse-meter", title: "pulse meter") }

    public static func wires(of settings: Settings) -> [Wire] {
        [Wire(settings.line, .input(settings.input), as: .contact)]
    }

    public static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.line(settings.line.name), examples: ["pulse", "10", "0"]), keys: [nil])
        control.settling = settings.every * 2
        return [control]
    }

    public var features: [Feature] { ["", "rate"].map { Feature($0, isInput: true) } }

    public func value(of feature: Int) -> Feature.Value {
        let number = feature == 0 ? amount.value.map { ($0 * 1000).rounded() / 1000 } : rate.value
        return .level(number, settings.scales[feature])
    }
}

extension Wiring.Entry {
    /// Returns an entry for a meter that reports by pulses, by default with a contact from the line to ground.
    ///
    ///     .pulseMeter("water", line: "GPIO17") { ($0.pulses, $0.unit, $0.per) = (450, "L", .minute) }
    public static func pulseMeter(
        _ name: String, line: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout PulseMeter.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(PulseMeter.self, name, file, sourceLine, column, set) { $0.line = WiringReference(line) }
    }
}

extension DeviceFinder {
    /// Returns the pulse meter that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func pulseMeter(_ name: String) throws(BoardError) -> PulseMeter { try device(PulseMeter.self, name) }
}
