import CarillonGPIO
import MobiusCore

/// A fan, or another motor with one direction, which a transistor or the motor's own PWM input controls.
///
///     controller.connectView(try board.fan("case").turning { $0.isWarm ? 0.6 : 0 })
///     .routeCase(Effect.cool).to(try board.fan("case").set)              // the effect carries the speed
public final class Fan: PatternDevice {
    /// The period of the pulses for motors and fans if a PWM channel makes them: 25 kHz, which is inaudible. Fans with four
    /// wires require it (Intel, 4-Wire PWM Controlled Fans), and an L298 is specified up to 40 kHz.
    static var period: Duration { .microseconds(40) }

    /// The name in the wiring.
    public let name: String
    public let output: Output
    private let minimum: Double

    public convenience init(name: String, output: Output, observer: DeviceObserver) {
        self.init(name: name, minimum: 0, output: output, observer: observer)
    }

    /// Creates a fan that is off.
    ///
    /// - Parameter minimum: The least share of the full speed at which it turns, from 0 to 1.
    init(name: String, minimum: Double, output: Output, observer: DeviceObserver) {
        (self.name, self.output, self.minimum) = (name, output, minimum)
        output.onChange { observer.changed() }
    }

    /// The present speed, as a share of the full speed from 0 to 1. Queue only.
    public var speed: Double { output.brightness.share }

    /// Turns the fan at a speed. May be called from any thread; takes effect immediately on the queue.
    ///
    /// - Parameter speed: From 0 (off) to 1 (full speed). Values above 0 are raised to at least the `minimum` of the wiring.
    public func set(_ speed: Double) { output.show(pattern(speed)) }

    /// Returns the effect handler that turns the fan at a speed from 0 (off) to 1.
    public func set<Event>(_ speed: Double) -> AnyEffectHandler<Void, Event> { .performing { [self] in set(speed) } }

    /// Returns the view that turns the fan at the speed that `speed` returns for each model, from 0 (off) to 1.
    public func turning<Model>(_ speed: @escaping @Sendable (Model) -> Double) -> DeviceView<Model> {
        output.view { [self] in pattern(speed($0)) }
    }

    private func pattern(_ speed: Double) -> Pattern { .dimmed(to: speed > 0 ? max(speed, minimum) : 0) }
}

extension Fan: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The line that controls the transistor or the PWM input of the fan.
        public var line = LineReference.unknown
        /// Whether a low voltage switches the fan on.
        public var isActiveLow = false
        /// The state of the fan after the program has ended for any reason.
        public var safe = Level.inactive
        /// The lowest speed at which the fan turns, in percent, from 0 to 100. Lower speeds above 0 are raised to this speed.
        public var minimum = 0.0
        /// The PWM channel that generates the pulses; nil lets the program generate them.
        public var pwm: PWMChannel?
        /// The limits of the fan, such as the longest time for which it turns; none by default.
        public var limits = OutputLimits.none

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", \.line, .line(example: "GPIO18"), "the line of the transistor or of the fan's input"),
                .active(\.isActiveLow, "the voltage that turns the fan"), .safe(\.safe),
                Field(
                    "minimum", \.minimum, .number(0...100, example: 30),
                    "the least speed at which the fan turns, in percent"),
                .pwm(\.pwm, "the channel that makes the pulses; by default, the program makes them"),
                .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("fan") }

    public static func wires(of settings: Settings) -> [Wire] {
        [
            Wire(
                settings.line,
                .output(settings.safe, isActiveLow: settings.isActiveLow, pwm: settings.pwm, period: period),
                as: .poweredModule)
        ]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        let output = try context.output(settings.line)
        output.limit(settings.limits, safe: settings.safe)
        self.init(name: name, minimum: settings.minimum / 100, output: output, observer: context.observer)
    }

    public var features: [Feature] { [output.feature(isDimmable: true, role: .fan)] }

    public func set(_ feature: Int, to value: Feature.Value) {
        guard case .toggle(let new) = value else { return }
        if let share = new.steadyShare { output.show(pattern(share)) } else { output.show(new) }
    }
}

extension Wiring.Entry {
    /// Returns an entry for a fan that has its own supply, and shares a ground with the board.
    public static func fan(
        _ name: String, line: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Fan.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Fan.self, name, file, sourceLine, column, set) { $0.line = WiringReference(line) }
    }
}

extension DeviceFinder {
    /// Returns the fan that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func fan(_ name: String) throws(BoardError) -> Fan { try device(Fan.self, name) }
}
