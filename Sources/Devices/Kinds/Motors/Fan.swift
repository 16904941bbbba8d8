import CarillonGPIO
import MobiusCore

/// A fan, or another motor with one direction, which a transistor or the motor's own PWM input controls.
///
///     controller.connectView(try board.fan("case").view { $0.isWarm ? 0.6 : 0 })
///     .routeCase(Effect.cool).to(try board.fan("case").set)              // the effect carries the speed
public final class Fan: PatternDevice, Device, Settable, @unchecked Sendable {
    public typealias Value = Double

    /// The period of the pulses for motors and fans if a PWM channel makes them: 25 kHz, which is inaudible. Fans with four
    /// wires require it (Intel, 4-Wire PWM Controlled Fans), and an L298 is specified up to 40 kHz.
    static var period: Duration { .microseconds(40) }

    /// The least share of the full speed at which the fan turns, from 0 to 1.
    var minimum = 0.0

    /// The present speed, as a share of the full speed from 0 to 1. Queue only.
    public var speed: Double { output.brightness.share }

    /// Turns the fan at a speed. May be called from any thread; takes effect immediately on the queue.
    ///
    /// - Parameter speed: From 0 (off) to 1 (full speed). Values above 0 are raised to at least the `minimum` of the wiring.
    public func set(_ speed: Double) { output.set(pattern(speed)) }

    /// Returns the view that turns the fan at a speed. `speed` returns it for each model, from 0 (off) to 1 (full speed).
    public func view<Model>(_ speed: @escaping @Sendable (Model) -> Double) -> DeviceView<Model> {
        output.view { [self] in pattern(speed($0)) }
    }

    private func pattern(_ speed: Double) -> Pattern { .dimmed(to: speed > 0 ? max(speed, minimum) : 0) }
}

extension Fan {
    /// The settings of this kind of device in a wiring.
    public struct Settings: OutputLineSettings {
        public var line = LineReference.unknown
        public var isActiveLow = false
        public var safe = Level.inactive
        /// The least speed at which the fan turns, in percent of the full speed. Lower speeds above 0 are raised to this
        /// speed.
        public var minimum = 0.0
        public var pwm: PWMChannel?
        public var limits = OutputLimits.none

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("line", \.line, .line(example: "GPIO18"), "the line of the transistor or of the fan's input"),
                .active(\.isActiveLow, "the voltage that turns the fan"), .safe(\.safe),
                Setting(
                    "minimum", \.minimum, .number(0...100, example: 30),
                    "the least speed at which the fan turns, in percent"),
                .pwm(\.pwm, "the channel that makes the pulses; by default, the program makes them"),
                .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("fan") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .contact }

    public static func wires(of settings: Settings) -> [LineWire] {
        [settings.wire(as: .load(.init("1 kΩ, transistor, diode")), period: period)]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(name: name, output: try settings.output(in: context), observer: context.observer)
        minimum = settings.minimum / 100
    }

    public var features: [Feature] { [output.feature(isDimmable: true, role: .fan)] }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        guard case .toggle(let new) = value else { return }
        if let share = new.steadyShare { output.set(pattern(share)) } else { output.set(new) }
    }
}
