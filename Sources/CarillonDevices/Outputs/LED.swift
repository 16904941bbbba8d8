import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// An LED, which is on, off or dimmed, or plays a pattern.
///
///     .routeCase(Effect.warn).to(try board.led("lamp").show(.blinking(times: 3)))
///     .routeCase(Effect.light).to(try board.led("lamp").show)              // the effect carries the pattern
///     controller.connectView(try board.led("lamp").showing { $0.isOn ? .on : .pulsing() })
public final class LED: PatternDevice {
    /// The name in the wiring.
    public let name: String
    public let output: Output
    private let observer: DeviceObserver

    public init(name: String, output: Output, observer: DeviceObserver) {
        self.name = name
        self.output = output
        self.observer = observer
        output.onChange { observer.changed() }
    }

    /// Calls `handler` on the queue after each change of the pattern, for the group that the LED is a part of.
    func onChange(_ handler: @escaping @Sendable () -> Void) {
        output.onChange { [observer] in
            observer.changed()
            handler()
        }
    }

    /// The current brightness, from 0 to 1. Queue only.
    public var brightness: Double { output.brightness.share }

    /// Shows `pattern` from the beginning. May be called from any thread; takes effect immediately on the queue.
    public func show(_ pattern: Pattern) { output.show(pattern) }

    /// Returns the effect handler that shows `pattern` from the beginning.
    public func show<Event>(_ pattern: Pattern) -> AnyEffectHandler<Void, Event> {
        .performing { [output] in output.show(pattern) }
    }

    /// Returns the view that shows the pattern that `pattern` returns for each model. A pattern that is already showing
    /// continues. A finite pattern that has ended is shown again only after a different one.
    public func showing<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> DeviceView<Model> {
        output.view(pattern)
    }
}

extension LED: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The line that lights the LED.
        public var line = LineReference.unknown
        /// Whether a low voltage lights the LED.
        public var isActiveLow = false
        /// The state of the LED after the program has ended for any reason.
        public var safe = Level.inactive
        /// The limits of the time for which the LED is lit.
        public var limits = OutputLimits.none
        /// The PWM channel that dims the LED; nil lets the program dim it.
        public var pwm: PWMChannel?

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", \.line, .line(), "the line that lights the LED"),
                .active(\.isActiveLow, "the voltage that lights the LED"), .safe(\.safe),
                .pwm(\.pwm, "the channel that dims the LED; by default, the program dims it"),
                .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("led", title: "LED") }

    public static func wires(of settings: Settings) -> [Wire] {
        [
            Wire(
                settings.line, .output(settings.safe, isActiveLow: settings.isActiveLow, pwm: settings.pwm), as: .diode)
        ]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        let output = try context.output(settings.line)
        output.limit(settings.limits, safe: settings.safe)
        self.init(name: name, output: output, observer: context.observer)
    }

    public var features: [Feature] { [output.feature(isDimmable: true)] }
}

extension Wiring.Entry {
    /// Returns an entry for an LED. By default, the LED is connected from the line through a resistor to ground.
    public static func led(
        _ name: String, line: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout LED.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(LED.self, name, file, sourceLine, column, set) { $0.line = WiringReference(line) }
    }
}

extension DeviceChange {
    /// Returns a change that reports an LED as on or off.
    public static func led(name: String, isOn: Bool) -> DeviceChange {
        DeviceChange(kind: LED.kind, name: name, .toggle(.steady(isOn)))
    }
}

extension DeviceFinder {
    /// Returns the LED that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func led(_ name: String) throws(BoardError) -> LED { try device(LED.self, name) }
}
