import CarillonGPIO
import MobiusCore

/// A servo, which turns its arm to an angle and holds it there.
///
///     .routeCase(Effect.turn).to(try board.servo("arm").set)                     // the effect carries the angle
///     controller.connectView(try board.servo("lock").showing { $0.isOpen ? 90 : 0 })
///
/// The servo receives a pulse every 20 ms, whose length encodes the angle. Without a PWM channel, the program generates the
/// pulses. If the loop is busy for long during a pulse, the pulse becomes too long and the arm twitches. A new angle takes
/// effect with the next pulse.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Servo: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The range of angles, in degrees.
    public let angles: ClosedRange<Double>
    /// The most recently set angle, in degrees; nil while there are no pulses. Queue only.
    public var angle: Double? { output.bank.isClosed ? nil : shown }

    private var shown: Double?
    private let pulse: ClosedRange<Duration>
    private let isReversed: Bool
    private let output: Output
    private let observer: DeviceObserver

    /// Creates a servo on an output. It receives no pulses until an angle is set.
    ///
    /// - Parameters:
    ///   - angles: The range of angles, in degrees.
    ///   - pulse: The pulse lengths for the lowest and the highest angle.
    ///   - isReversed: Whether the longest pulse is for the lowest angle instead of the highest.
    ///   - output: The output, which must be off and used by this device only.
    ///   - observer: Notified of each change.
    public init(
        name: String, angles: ClosedRange<Double> = -90...90,
        pulse: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(2)), isReversed: Bool = false, output: Output,
        observer: DeviceObserver
    ) {
        self.name = name
        self.angles = angles
        self.pulse = pulse
        self.isReversed = isReversed
        self.output = output
        self.observer = observer
    }

    /// Turns the arm to an angle and holds it there. May be called from any thread; takes effect immediately on the queue.
    ///
    /// - Parameter angle: In degrees. Values outside ``angles`` are clamped to this range; NaN has no effect.
    public func set(_ angle: Double) {
        guard !angle.isNaN else { return }
        show(min(max(angle, angles.lowerBound), angles.upperBound))
    }

    /// Returns the effect handler that turns the arm to an angle in degrees.
    public func set<Event>(_ angle: Double) -> AnyEffectHandler<Void, Event> {
        .performing { [self] in set(angle) }
    }

    /// Ends the pulses, so that the arm is no longer held and can be turned by hand. May be called from any thread.
    public func off() { show(nil) }

    /// Returns the view that turns the arm to the angle that `angle` returns for each model, in degrees. nil ends the pulses.
    public func showing<Model>(_ angle: @escaping @Sendable (Model) -> Double?) -> DeviceView<Model> {
        DeviceView(output.views) { [self] model in
            if let angle = angle(model) { set(angle) } else { off() }
        }
    }

    private func show(_ angle: Double?) {
        guard output.bank.queue.isCurrent else {
            output.bank.queue.async { [self] in show(angle) }
            return
        }
        guard !output.bank.isClosed, angle != shown else { return }
        shown = angle
        output.pulse(angle.map { Pulse(width: width(of: $0), period: Self.period) })
        observer.changed()
    }

    private func width(of angle: Double) -> Duration {
        let share = (angle - angles.lowerBound) / (angles.upperBound - angles.lowerBound)
        return pulse.lowerBound + (pulse.upperBound - pulse.lowerBound) * (isReversed ? 1 - share : share)
    }
}

extension Servo: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The line that carries the pulses.
        public var line = LineReference.unknown
        /// The range of angles, in degrees, within -360 and 360.
        public var angles: ClosedRange<Double> = -90...90
        /// The pulse lengths for the lowest and the highest angle, within 0.5 and 2.5 ms.
        public var pulse: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(2))
        /// Whether the direction is reversed, so that the longest pulse is for the lowest angle.
        public var isReversed = false
        /// The PWM channel that generates the pulses; nil lets the program generate them.
        public var pwm: PWMChannel?

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", \.line, .line(example: "GPIO18"), "the line of the pulses"),
                Field(
                    "angles", \.angles,
                    .range(
                        "two numbers from -360 to 360", of: .number(-360...360, example: 90), example: "[-90, 90]"),
                    "the lowest and the highest angle, in degrees"),
                Field(
                    "pulse", \.pulse,
                    .range(
                        "two times from 0.5 ms to 2.5 ms",
                        of: .time(.microseconds(500) ... .microseconds(2500), example: "1 ms"),
                        example: "[1 ms, 2 ms]"), "the pulse lengths for these angles"),
                Field(
                    "direction", \.isReversed, .choice([("normal", false), ("reversed", true)]),
                    "the direction; a reversed servo has its longest pulse at the lowest angle"),
                .pwm(\.pwm, "the channel that makes the pulses; by default, the program makes them"),
            ]
        }
    }

    /// The time from the start of a pulse to the start of the next one.
    private static var period: Duration { .milliseconds(20) }

    public static var kind: DeviceKind { DeviceKind("servo") }

    public static func wires(of settings: Settings) -> [Wire] {
        [Wire(settings.line, .output(isActiveLow: false, pwm: settings.pwm, period: period), as: .poweredModule)]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, angles: settings.angles, pulse: settings.pulse, isReversed: settings.isReversed,
            output: try context.output(settings.line),
            observer: context.observer)
    }

    public var features: [Feature] {
        [Feature(canBeSet: true, isDriven: output.views.isDriven)]
    }

    public func value(of feature: Int) -> Feature.Value {
        .level(angle, Feature.Scale(angles, unit: "°", hasOff: true))
    }

    public func set(_ feature: Int, to value: Feature.Value) { show(value.number) }
}

extension Wiring.Entry {
    /// Returns an entry for a servo that has its own supply, and shares a ground with the board.
    public static func servo(
        _ name: String, line: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Servo.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Servo.self, name, file, sourceLine, column, set) { $0.line = WiringReference(line) }
    }
}

extension DeviceFinder {
    /// Returns the servo that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func servo(_ name: String) throws(BoardError) -> Servo { try device(Servo.self, name) }
}
