import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// An ultrasonic distance sensor, such as an HC-SR04.
///
///     .withEventSource(
///         board.events(
///             try board.distance("front").below(30, hysteresis: 5, .somethingIsNear),
///             try board.distance("front").changed(by: 2) { .distance($0) }))
///
/// Its quantity is the distance in centimetres. An obstacle beyond the range is reported at the end of the range. The distance
/// is calculated from the kernel's timestamps of the echo, so a busy loop causes no error. Each measurement runs four
/// short pieces of work on the queue.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class DistanceSensor: Measuring, @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The distance in centimetres, from 0 to the end of the range.
    public let quantity: Quantity

    private let settings: Settings
    private let line: any InputLine
    private let trigger: Output
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let readings: DeviceReadings
    private let alarm: Alarm
    private let sampler: Sampler
    private var ranging: EchoRanging
    private var median = MedianOfThree()
    private var sent: String?
    private var isClosed = false

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, self.settings) = (name, settings)
        (observer, readings, queue) = (context.observer, context.readings, context.queue.unrecorded)
        trigger = try context.output(settings.trigger)
        line = try context.unrecordedInput(settings.echo, Self.input)
        quantity = Quantity(on: context.queue)
        sampler = Sampler(settings.sampling, change: settings.sampling.change, places: 1)
        ranging = EchoRanging(every: settings.sampling.interval)
        alarm = Alarm(on: queue)
        alarm.onFire { [unowned self] in timeCame() }
        context.simulate { [queue] chip in
            SimulatedEcho(on: chip, trigger: settings.trigger.name, echo: settings.echo.name, settings.speed, queue)
        }
        do {
            try line.watch { [unowned self] edge in follow(edge) }
        } catch {
            alarm.cancel()
            line.close()
            throw error
        }
        alarm.set(to: queue.now)
    }

    /// Handles a reading, live or of a replayed session: the distance, or `absent`.
    public func receive(_ reading: String) {
        quantity.set(Double(reading))
        observer.changed()
    }

    /// Stops measuring. Call on the queue, last; a second call has no effect.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        alarm.cancel()
        line.close()
        quantity.close()
    }

    private func timeCame() {
        guard ranging.isEchoing else { return perform(ranging.timeCame(at: queue.now)) }
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
        if case .chipGone = error {} else { observer.didFail(error) }
        sent = Poll.absent
        readings.send(Poll.absent, to: self)
        perform(ranging.lineFailed(at: queue.now))
    }

    private func perform(_ actions: EchoRanging.Actions) {
        guard !isClosed else { return }
        if let wakeUp = actions.wakeUp { alarm.set(to: wakeUp) }
        if let level = actions.trigger { trigger.show(.steady(level == .active)) }
        switch actions.result {
        case .echo(let time): pass(time.wholeNanoseconds)
        case .outOfRange: pass(.max)
        case .some(.none):
            median.reset()
            if send(Poll.absent) { observer.didFail(NoEcho(name: name)) }
        case nil: break
        }
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

extension DistanceSensor: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The line that starts a measurement.
        public var trigger = LineReference.unknown
        /// The line on which the sensor reports the echo.
        public var echo = LineReference.unknown
        /// The end of the range, in centimetres, from 10 to 600. Longer distances are reported as this value.
        public var range = 400.0
        /// The temperature of the air, in degrees Celsius, from -40 to 60. The speed of sound depends on it.
        public var air = 20.0
        /// The interval of the measurements, at least 60 ms, their smoothing, and the smallest change that is reported, in
        /// centimetres.
        public var sampling = Sampling(every: .milliseconds(100), change: 1)

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("trigger", \.trigger, .line(example: "GPIO23"), "the line that starts a measurement"),
                Field("echo", \.echo, .line(example: "GPIO24"), "the line of the echo, through a voltage divider"),
                Field("range", \.range, .number(10...600, example: 400), "the end of the range, in centimetres"),
                Field(
                    "air", \.air, .number(-40...60, example: 20),
                    "the temperature of the air in degrees Celsius, for the speed of sound"),
                Field(
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

    public static func wires(of settings: Settings) -> [Wire] {
        [
            Wire(settings.trigger, terminal: "trigger", .output(isActiveLow: false), as: .fiveVoltModule),
            Wire(settings.echo, terminal: "echo", .input(input), as: .fiveVoltModule),
        ]
    }

    public static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.line(settings.echo.name), examples: ["20"]), keys: [nil])
        // The median of three needs two measurements for a new number, and one may have begun.
        control.settling = settings.sampling.interval * 3
        return [control]
    }

    public var features: [Feature] { [Feature(isInput: true)] }

    public func value(of feature: Int) -> Feature.Value {
        .level(quantity.value, Feature.Scale(0...settings.range, unit: " cm", hasOff: true, quantity: "distance"))
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

extension DeviceFinder {
    /// Returns the distance sensor that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func distance(_ name: String) throws(BoardError) -> DistanceSensor { try device(DistanceSensor.self, name) }
}
