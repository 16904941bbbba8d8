import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// An LED, which is on, off or dimmed, or plays a pattern.
///
///     .routeCase(Effect.warn).to(try board.led("lamp").handler(.blinking(times: 3)))
///     .routeCase(Effect.light).to(try board.led("lamp").set)               // the effect carries the pattern
///     controller.connectView(try board.led("lamp").view { $0.isOn ? .on : .pulsing() })
public final class LED: PatternDevice, Device, Fading, @unchecked Sendable {
    public typealias Value = Pattern

    /// The current brightness, from 0 to 1. Queue only.
    public var brightness: Double { output.brightness.share }

    /// The settings of this kind of device in a wiring.
    public struct Settings: OutputLineSettings {
        public var line = LineReference.unknown
        public var isActiveLow = false
        public var safe = Level.inactive
        public var limits = OutputLimits.none
        public var pwm: PWMChannel?

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("line", \.line, .line(), "the line that lights the LED"),
                .active(\.isActiveLow, "the voltage that lights the LED"), .safe(\.safe),
                .pwm(\.pwm, "the channel that dims the LED; by default, the program dims it"),
                .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("led", title: "LED") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .contact }

    public static func wires(of settings: Settings) -> [LineWire] { [settings.wire(as: .diode)] }

    public var features: [Feature] { [output.feature(isDimmable: true)] }
}

extension DeviceChange {
    /// Returns a change that reports an LED as on or off.
    public static func led(name: String, isOn: Bool) -> DeviceChange {
        DeviceChange(kind: LED.kind, name: name, .toggle(.on(if: isOn)))
    }
}
