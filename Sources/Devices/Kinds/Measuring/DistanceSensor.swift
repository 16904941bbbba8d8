import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// An ultrasonic distance sensor, such as an HC-SR04.
///
///     .withEventSource(
///         board.events(
///             try board.distance("front").below(30, hysteresis: 5, send: .somethingIsNear),
///             try board.distance("front").changed(by: 2) { .distance($0) }))
///
/// Its quantity is the distance in centimetres, from 0 to the end of the range. An obstacle beyond the range is reported at
/// the end of the range. The distance is calculated from the kernel's timestamps of the echo, so a busy loop causes no error.
/// Each measurement runs four short pieces of work on the queue.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class DistanceSensor: MeasuringDevice, Measuring, @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    public let measured: Measured

    private let settings: Settings
    private let line: any InputLine
    private let trigger: Output
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let readings: DeviceReadings
    private let timer: ResettableTimer
    private let sampler: Sampler
    private var ranging: EchoRanging
    private var median = MedianOfThree()
    private var sent: String?
    private var isClosed = false
    private let stillness: Stillness
    /// The time of the next measurement after a rest, and the time from one to the next.
    private var rest = (next: Duration.zero, period: Duration.zero)

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, self.settings) = (name, settings)
        (observer, readings, queue) = (context.observer, context.readings, context.queue.unrecorded)
        trigger = try context.output(settings.trigger)
        line = try context.unrecordedInput(settings.echo, Self.input)
        measured = Measured(Self.quantities(of: settings), in: context)
        sampler = Sampler(settings.sampling, change: settings.sampling.change, places: 1)
        ranging = EchoRanging(every: settings.sampling.interval)
        timer = ResettableTimer(on: queue)
        var watch: Stillness.Watch?
        context.simulate { [queue] chip in
            watch = { chip.beforeChange(of: .line(settings.echo.name), $0) }
            return SimulatedEcho(
                on: chip, trigger: settings.trigger.name, echo: settings.echo.name, settings.speed, queue)
        }
        stillness = Stillness(memory: settings.sampling.memory, watch: watch)
        timer.onFire { [unowned self] in timeCame() }
        stillness.onWake { [weak self] in self?.wake() }
        do {
            try line.watch { [unowned self] edge in follow(edge) }
        } catch {
            timer.cancel()
            line.close()
            throw error
        }
        timer.set(to: queue.now)
    }

    /// Stops measuring. Call on the queue, last; a second call has no effect.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        timer.cancel()
        line.close()
        measured.close()
    }

    private func timeCame() {
        guard ranging.needsLevel else { return perform(ranging.timeCame(at: queue.now)) }
        do {
            perform(ranging.timeCame(at: queue.now, level: try line.level()))
        } catch {
            fail(error)
        }
    }

    private func follow(_ edge: Result<Edge, GPIOError>) {
        switch edge {
        case .success(let edge): perform(ranging.echo(is: edge.level, at: edge.time, missed: edge.missed))
        case .failure(let error): fail(error)
        }
    }

    /// Reports an error of the line, unless the chip has gone away: the board reports that for all lines.
    private func fail(_ error: GPIOError) {
        let isNew = send(BusPoll.absent)
        if case .chipGone = error {} else if isNew { observer.didFail(error) }
        perform(ranging.lineFailed(at: queue.now))
    }

    private func perform(_ actions: EchoRanging.Actions) {
        guard !isClosed else { return }
        stillness.endRest()
        if let wakeUp = actions.wakeUp { timer.set(to: wakeUp) }
        if let level = actions.trigger { trigger.set(.on(if: level == .active)) }
        switch actions.result {
        case .echo(let time): pass(time.wholeNanoseconds)
        case .some(.none):
            median.reset()
            if send(BusPoll.absent) { observer.didFail(NoEcho(name: name)) }
        case nil: break
        }
        restIfStill()
    }

    /// Lets a simulated module rest until it is operated, if its readings stay the same.
    private func restIfStill() {
        let now = queue.now
        guard let pause = ranging.pause, pause.next > now, stillness.take(sent ?? "", at: now) else { return }
        rest = pause
        timer.set(to: nil)
    }

    private func wake() {
        guard !isClosed else { return }
        let last = Stillness.last(rest.next, every: rest.period, until: queue.now)
        timer.set(to: last.map { $0 + rest.period } ?? rest.next)
    }

    private func pass(_ travel: Int64) {
        // There and back, in centimetres.
        let distance = min(Double(travel) / 1e9 * settings.speed * 100 / 2, settings.range)
        _ = send("\(sampler.take(median.take(distance), at: queue.now))")
    }

    /// Sends a reading to the program, and returns whether it is new.
    private func send(_ reading: String) -> Bool {
        guard reading != sent else { return false }
        sent = reading
        readings.send(reading, to: self)
        return true
    }

    /// The module drives its line. The resistor holds the line of a module that is not there.
    private static let input = InputSettings(bias: .pullDown)
}

/// The error of a distance sensor that does not answer. The error is reported once, and again only after the sensor has
/// answered.
public struct NoEcho: Error, Equatable, CustomStringConvertible {
    /// The name in the wiring.
    public let name: String

    /// The message for users, with the name and the remedy.
    public var description: String {
        "distance sensor \"\(name)\" does not answer; check its supply and its trigger and echo wires"
    }
}

extension DistanceSensor {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        public var trigger = LineReference.unknown
        public var echo = LineReference.unknown
        /// The end of the range, in centimetres. Longer distances are reported as this value.
        public var range = 400.0
        public var air = 20.0
        public var sampling = Sampling(every: .milliseconds(100), change: 1)

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("trigger", \.trigger, .line(example: "GPIO23"), "the line that starts a measurement"),
                Setting("echo", \.echo, .line(example: "GPIO24"), "the line of the echo, through a voltage divider"),
                Setting("range", \.range, .number(10...600, example: 400), "the end of the range, in centimetres"),
                Setting(
                    "air", \.air, .number(-40...60, example: 20),
                    "the temperature of the air in degrees Celsius, for the speed of sound"),
                Setting(
                    "every", \.sampling.interval, .time(.milliseconds(60)...(.seconds(3600)), example: "100 ms"),
                    "the time from one measurement to the next one"),
                .smoothing(\.sampling.smoothing), .change(\.sampling.change, unit: "centimetres"),
            ]
        }

        public static var example: String { "{trigger: GPIO23, echo: GPIO24}" }

        /// The speed of sound in dry air, in metres per second: 331.3 at 0 degrees, and proportional to the square root of the
        /// absolute temperature.
        var speed: Double { 331.3 * (1 + air / 273.15).squareRoot() }
    }

    public static var kind: DeviceKind { DeviceKind("distance", title: "distance sensor") }

    public static func quantities(of settings: Settings) -> [MeasuredQuantity] {
        let scale = Feature.Scale(0...settings.range, unit: " cm", hasOff: true, quantity: "distance")
        return [MeasuredQuantity(scale, change: settings.sampling.change, places: 1)]
    }

    public static func wires(of settings: Settings) -> [LineWire] {
        [
            LineWire(settings.trigger, terminal: "trigger", .output(isActiveLow: false), as: .fiveVoltModule),
            LineWire(settings.echo, terminal: "echo", .input(input), as: .fiveVoltModule),
        ]
    }

    public static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.line(settings.echo.name), examples: ["20"]), keys: [nil])
        control.texts = "a distance from 2 to 600"
        // The median of three needs two measurements for a new number, and one may have begun.
        control.settling = settings.sampling.interval * 3
        return [control]
    }
}

extension Wiring.Entry {
    /// Returns an entry for an ultrasonic distance sensor.
    ///
    /// - Parameters:
    ///   - trigger: The line that starts a measurement.
    ///   - echo: The line on which the sensor reports the echo. The echo output of an HC-SR04 has 5 V, and needs a voltage
    ///     divider.
    public static func distance(
        _ name: String, trigger: String, echo: String, file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column, set: (inout DistanceSensor.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(DistanceSensor.self, name, file, sourceLine, column, set) {
            ($0.trigger, $0.echo) = (WiringReference(trigger), WiringReference(echo))
        }
    }
}
