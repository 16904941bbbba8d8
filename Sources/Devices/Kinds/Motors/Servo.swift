import CarillonGPIO
import MobiusCore

/// A servo, which turns its arm to an angle and holds it there.
///
///     .routeCase(Effect.turn).to(try board.servo("arm").set)                     // the effect carries the angle
///     controller.connectView(try board.servo("lock").view { $0.isOpen ? 90 : 0 })
///
/// The servo receives a pulse every 20 ms, whose length encodes the angle. Without a PWM channel, the program generates the
/// pulses. If the loop is busy for long during a pulse, the pulse becomes too long and the arm twitches. A new angle takes
/// effect with the next pulse.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Servo: Settable, @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The range of angles, in degrees.
    public var angles: ClosedRange<Double> { settings.angles }
    /// The most recently set angle, in degrees; nil while there are no pulses. Queue only.
    public var angle: Double? { output.bank.isClosed ? nil : shown }

    public var views: ViewCount { output.views }
    private var shown: Double?
    private let settings: Settings
    private let output: Output
    private let observer: DeviceObserver

    /// Creates a servo on an output. It receives no pulses until an angle is set.
    ///
    /// - Parameters:
    ///   - settings: The angles and the pulses. The line and the PWM channel in the settings are ignored, because `output`
    ///     determines them.
    ///   - output: The output, which must be off and used by this device only.
    ///   - observer: Notified of each change.
    public init(name: String, _ settings: Settings = Settings(), output: Output, observer: DeviceObserver) {
        (self.name, self.settings, self.output, self.observer) = (name, settings, output, observer)
    }

    /// Turns the arm to an angle and holds it there. May be called from any thread; takes effect immediately on the queue.
    ///
    /// - Parameter angle: In degrees. Values outside ``angles`` are clamped to this range; NaN has no effect. nil ends the pulses.
    public func set(_ angle: Double?) {
        if let angle, angle.isNaN { return }
        show(angle.map { min(max($0, angles.lowerBound), angles.upperBound) })
    }

    /// Ends the pulses, so that the arm is no longer held and can be turned by hand. May be called from any thread.
    public func off() { set(nil) }

    private func show(_ angle: Double?) {
        guard output.bank.queue.isCurrent else { return output.bank.queue.async { [self] in show(angle) } }
        guard !output.bank.isClosed, angle != shown else { return }
        shown = angle
        output.pulse(angle.map { Pulse(width: width(of: $0), period: Self.period) })
        observer.changed()
    }

    private func width(of angle: Double) -> Duration {
        let (angles, pulse) = (settings.angles, settings.pulse)
        let share = (angle - angles.lowerBound) / (angles.upperBound - angles.lowerBound)
        return pulse.lowerBound + (pulse.upperBound - pulse.lowerBound) * (settings.isReversed ? 1 - share : share)
    }
}

extension Servo: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: LineSettings {
        public var line = LineReference.unknown
        public var angles: ClosedRange<Double> = -90...90
        public var pulse: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(2))
        public var isReversed = false
        public var pwm: PWMChannel?

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("line", \.line, .line(example: "GPIO18"), "the line of the pulses"),
                Setting(
                    "angles", \.angles,
                    .range(
                        "two numbers from -360 to 360", of: .number(-360...360, example: 90), example: "[-90, 90]"),
                    "the lowest and the highest angle, in degrees"),
                Setting(
                    "pulse", \.pulse,
                    .range(
                        "two times from 0.5 ms to 2.5 ms",
                        of: .time(.microseconds(500) ... .microseconds(2500), example: "1 ms"),
                        example: "[1 ms, 2 ms]"), "the pulse lengths for these angles"),
                Setting(
                    "direction", \.isReversed, .choice([("normal", false), ("reversed", true)]),
                    "the direction; a reversed servo has its longest pulse at the lowest angle"),
                .pwm(\.pwm, "the channel that makes the pulses; by default, the program makes them"),
            ]
        }
    }

    /// The time from the start of a pulse to the start of the next one.
    private static var period: Duration { .milliseconds(20) }

    public static var kind: DeviceKind { DeviceKind("servo") }

    private static func scale(_ angles: ClosedRange<Double>) -> Feature.Scale {
        Feature.Scale(angles, unit: "°", hasOff: true)
    }

    public static func entityForm(of settings: Settings) -> EntityForm? { .number(scale(settings.angles)) }

    public static func wires(of settings: Settings) -> [LineWire] {
        [LineWire(settings.line, .output(isActiveLow: false, pwm: settings.pwm, period: period), as: .poweredModule)]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(name: name, settings, output: try context.output(settings.line), observer: context.observer)
    }

    public var features: [Feature] {
        [Feature(canBeSet: true, isDriven: output.views.isDriven)]
    }

    public func value(of feature: Int) -> Feature.Value {
        .level(angle, Self.scale(angles))
    }

    public func setFeature(_ feature: Int, to value: Feature.Value) { show(value.number) }
}
