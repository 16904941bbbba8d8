import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A light: on, off, dimmed, or with a pattern.
///
///     .routeCase(Effect.warn).to(try board.led("lamp").show(.blinking(times: 3)))
///     .routeCase(Effect.light).to(try board.led("lamp").show)              // the effect says which pattern
///     controller.connectView(try board.led("lamp").showing { $0.isOn ? .on : .pulsing() })
public final class LED: Sendable {
    /// What the wiring calls it.
    public let name: String
    let output: Output

    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - output: Off. Nobody else is to use it.
    ///   - observer: Is told each change.
    public init(name: String, output: Output, observer: DeviceObserver) {
        self.name = name
        self.output = output
        output.whenChanged { pattern in
            observer.didChange(DeviceChange(kind: Self.kind, name: name, .toggle(pattern)))
        }
    }

    /// Whether it is lit at this moment, be it dimly. On the queue only.
    public var isOn: Bool { output.isOn }

    /// How bright it is at this moment, from 0 to 1. On the queue only.
    public var brightness: Double { output.brightness.share }

    /// What it shows; `.off` when a pattern is over. On the queue only.
    public var pattern: Pattern { output.pattern }

    /// Shows `pattern` from its beginning. May be called from any thread; on the queue it is done at once.
    public func show(_ pattern: Pattern) { output.show(pattern) }

    /// The effect handler that shows `pattern` from its beginning.
    public func show<Event>(_ pattern: Pattern) -> ShowPattern<Event> {
        ShowPattern { [output] in output.show(pattern) }
    }

    /// The view that shows a pattern for each model. One that it shows already goes on undisturbed, and one that is over is
    /// shown again only after another one.
    public func showing<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> DeviceView<Model> {
        output.view(pattern)
    }

    /// Lights it, or puts it out. May be called from any thread; on the queue it is done at once.
    public func set(_ isOn: Bool) { output.show(.steady(isOn)) }

    /// Lights it. May be called from any thread.
    public func on() { output.show(.on) }

    /// Puts it out. May be called from any thread.
    public func off() { output.show(.off) }

    /// Puts it out if it shows anything, and lights it if not. May be called from any thread.
    public func toggle() { output.toggle() }
}

extension LED: Device {
    /// The settings that a wiring gives such a device.
    public struct Settings: DeviceSettings {
        /// The line.
        public var line = LineReference.unknown
        /// Whether a low voltage lights it.
        public var isActiveLow = false
        /// The state in which it is left, however the program ends.
        public var safe = Level.inactive
        /// The channel that makes its pulses; nil has the program make them.
        public var pwm: PWMChannel?

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", line: \.line, "the line that lights it"),
                .active(\.isActiveLow, "the voltage that lights it"), .safe(\.safe),
                .pwm(\.pwm, "the hardware that dims it; without, the program does"),
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
        self.init(name: name, output: try context.output(settings.line), observer: context.observer)
    }

    public var features: [Feature] { [output.feature(isDimmable: true)] }
}

extension Wiring.Entry {
    /// An LED, from the line through a resistor to ground unless `isActiveLow` says otherwise.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - isActiveLow: Whether a low voltage lights it.
    ///   - safe: The state in which it is left, however the program ends.
    ///   - pwm: The channel that dims it, such as `pwmchip0/0`; nil has the program dim it.
    public static func led(
        _ name: String, line: String, isActiveLow: Bool = false, safe: Level = .inactive, pwm: PWMChannel? = nil,
        file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return .device(LED.self, name, at: position) { settings in
            settings.line = Reference(name: line, position: position)
            settings.isActiveLow = isActiveLow
            settings.safe = safe
            settings.pwm = pwm
        }
    }
}

extension DeviceChange {
    /// An LED is lit or goes out.
    public static func led(name: String, isOn: Bool) -> DeviceChange {
        DeviceChange(kind: LED.kind, name: name, .toggle(.steady(isOn)))
    }
}

extension DeviceFinder {
    /// The LED that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such LED.
    public func led(_ name: String) throws(BoardError) -> LED { try device(LED.self, name) }
}
