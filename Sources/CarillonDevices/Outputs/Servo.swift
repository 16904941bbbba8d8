import CarillonGPIO
import MobiusCore

/// A servo: turns its arm to an angle and holds it there.
///
///     .routeCase(Effect.turn).to(try board.servo("arm").set)                     // the effect says how far
///     controller.connectView(try board.servo("lock").showing { $0.isOpen ? 90 : 0 })
///
/// It gets a pulse each 20 ms, whose length says the angle. Without a PWM channel the program makes the pulses: while its
/// loop is at work for long, one becomes too long, and the arm twitches. A new angle counts from the next pulse on.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class Servo: @unchecked Sendable {
    /// What the wiring calls it.
    public let name: String
    /// The angles that it can turn to, in degrees.
    public let angles: ClosedRange<Double>
    /// The angle that it was told last, in degrees; nil while it gets no pulses. On the queue only.
    public var angle: Double? { output.bank.isClosed ? nil : shown }

    private var shown: Double?
    private let pulse: ClosedRange<Duration>
    private let output: Output
    private let observer: DeviceObserver

    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - angles: In degrees.
    ///   - pulse: The lengths of the pulses for the ends of `angles`.
    ///   - output: Off. Nobody else is to use it.
    ///   - observer: Notified of each change.
    public init(
        name: String, angles: ClosedRange<Double> = -90...90,
        pulse: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(2)), output: Output, observer: DeviceObserver
    ) {
        self.name = name
        self.angles = angles
        self.pulse = pulse
        self.output = output
        self.observer = observer
    }

    /// Turns the arm. May be called from any thread; on the queue it is done at once.
    ///
    /// - Parameter angle: In degrees. What is beyond ``angles`` counts as their nearest end; what is no number has no effect.
    public func set(_ angle: Double) {
        guard !angle.isNaN else { return }
        show(min(max(angle, angles.lowerBound), angles.upperBound))
    }

    /// The effect handler that turns the arm.
    public func set<Event>(_ angle: Double) -> ShowPattern<Event> {
        ShowPattern { [self] in set(angle) }
    }

    /// Ends the pulses: the arm can be turned by hand. May be called from any thread.
    public func off() { show(nil) }

    /// The view that turns the arm for each model, and ends the pulses for nil.
    public func showing<Model>(_ angle: @escaping @Sendable (Model) -> Double?) -> DeviceView<Model> {
        DeviceView { [self] model in
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
        observer.didChange(DeviceChange(kind: Self.kind, name: name, value))
    }

    private func width(of angle: Double) -> Duration {
        let share = (angle - angles.lowerBound) / (angles.upperBound - angles.lowerBound)
        return pulse.lowerBound + (pulse.upperBound - pulse.lowerBound) * share
    }

    private var value: Feature.Value { .level(angle, Feature.Scale(angles, unit: "°", hasOff: true)) }
}

extension Servo: Device {
    /// The settings that a wiring gives such a device.
    public struct Settings: DeviceSettings {
        /// The line.
        public var line = LineReference.unknown
        /// The angles that it can take, in degrees, within -360 and 360.
        public var angles: ClosedRange<Double> = -90...90
        /// The lengths of the pulses for the least and the greatest angle, within 0.5 and 2.5 ms.
        public var pulse: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(2))
        /// The channel that makes its pulses; nil has the program make them.
        public var pwm: PWMChannel?

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", line: \.line, "the line of its pulses", example: "GPIO18"),
                .range(
                    "angles", \.angles, "the angles that it can turn to, in degrees", within: -360...360,
                    values: "two numbers from -360 to 360", example: "[-90, 90]",
                    bound: { (node) throws(DescriptionError) in Double(try node.string) }),
                .range(
                    "pulse", \.pulse, "the lengths of the pulses for these angles",
                    within: .microseconds(500)...(.microseconds(2500)), values: "two times from 0.5 ms to 2.5 ms",
                    example: "[1 ms, 2 ms]", bound: { (node) throws(DescriptionError) in try node.duration }),
                .pwm(\.pwm, "the hardware that makes the pulses; without, the program does"),
            ]
        }
    }

    /// The time from the beginning of a pulse to that of the next one.
    private static var period: Duration { .milliseconds(20) }

    public static var kind: DeviceKind { DeviceKind("servo") }

    public static func wires(of settings: Settings) -> [Wire] {
        [Wire(settings.line, .output(isActiveLow: false, pwm: settings.pwm, period: period), as: .poweredModule)]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, angles: settings.angles, pulse: settings.pulse, output: try context.output(settings.line),
            observer: context.observer)
    }

    public var features: [Feature] { [Feature(set: { self.show($0.number) }, { self.value })] }
}

extension Field<Servo.Settings> {
    /// The two ends of a range, the lower one first.
    fileprivate static func range<Bound: Comparable & Sendable>(
        _ key: String, _ path: WritableKeyPath<Servo.Settings, ClosedRange<Bound>> & Sendable, _ summary: String,
        within limits: ClosedRange<Bound>, values: String, example: String,
        bound: @escaping @Sendable (DescriptionNode) throws(DescriptionError) -> Bound?
    ) -> Field {
        let form = "write \(key) as \(values), the lower one first, such as \(example)"
        return Field(
            key, path, summary, values: values, example: example,
            parse: { (node) throws(DescriptionError) in
                guard case .sequence(let ends) = node.content, ends.count == 2, let lower = try bound(ends[0]),
                    let upper = try bound(ends[1]), lower <= upper
                else { throw node.error(form) }
                return lower...upper
            },
            problem: { range in
                let isRange = range.lowerBound < range.upperBound
                return isRange && limits.contains(range.lowerBound) && limits.contains(range.upperBound) ? nil : form
            })
    }
}

extension Wiring.Entry {
    /// A servo, with a supply of its own whose ground is the board's.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - angles: The angles that it can turn to, in degrees, from -360 to 360.
    ///   - pulse: The lengths of the pulses for the ends of `angles`, from 0.5 ms to 2.5 ms.
    ///   - pwm: The channel that makes the pulses, such as `pwmchip0/0`; nil has the program make them.
    public static func servo(
        _ name: String, line: String, angles: ClosedRange<Double> = -90...90,
        pulse: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(2)), pwm: PWMChannel? = nil,
        file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return .device(Servo.self, name, at: position) { settings in
            settings.line = Reference(name: line, position: position)
            settings.angles = angles
            settings.pulse = pulse
            settings.pwm = pwm
        }
    }
}

extension DeviceFinder {
    /// The servo that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such servo.
    public func servo(_ name: String) throws(BoardError) -> Servo { try device(Servo.self, name) }
}
