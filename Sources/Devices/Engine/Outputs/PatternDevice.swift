import CarillonGPIO

/// A device on one output that is on, off, or playing a pattern, such as an LED or a buzzer.
///
/// The methods may be called from any thread. On the queue they take effect immediately.
///
/// `@unchecked Sendable`: mutable state of its kinds is set before they are used.
public class PatternDevice: @unchecked Sendable {
    /// The name in the wiring.
    public final let name: String
    /// The output of the device. Only the device uses it.
    public final let output: Output

    /// Creates the device on an output.
    ///
    /// - Parameters:
    ///   - output: The output, which must be off and used by this device only.
    ///   - observer: Notified of each change.
    public required init(name: String, output: Output, observer: DeviceObserver) {
        (self.name, self.output) = (name, output)
        output.onChange { observer.changed() }
    }

    /// The number of connected views.
    public final var views: ViewCount { output.views }

    /// Whether the device is on at this moment, even if dimly. An output that fails is retried until it has this state. Queue
    /// only.
    public final var isOn: Bool { output.isOn }

    /// The current pattern; `.off` after a finite pattern has ended. Queue only.
    public final var pattern: Pattern { output.pattern }

    /// Switches the device on until another method is called.
    @inlinable public final func on() { output.set(.on) }

    /// Switches the device on or off.
    @inlinable public final func set(_ isOn: Bool) { output.set(.on(if: isOn)) }

    /// Switches the device off.
    @inlinable public final func off() { output.set(.off) }

    /// Switches the device off if it is playing any pattern, and on otherwise.
    @inlinable public final func toggle() { output.toggle() }
}

extension Settable where Self: PatternDevice, Value == Pattern {
    /// Plays `pattern` from its beginning. May be called from any thread; takes effect immediately on the queue.
    @inlinable public func set(_ pattern: Pattern) { output.set(pattern) }

    /// Returns the view that plays the result of `pattern` for each model. A pattern that is already playing continues. A
    /// finite pattern that has ended is played again only after a different one.
    public func view<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> DeviceView<Model> {
        output.view(pattern)
    }
}

/// The settings of a device on one output in a wiring.
public protocol OutputLineSettings: LineSettings {
    /// Whether a low voltage switches the device on.
    var isActiveLow: Bool { get }
    /// The state of the device after the program ends, for any reason.
    var safe: Level { get }
    /// The limits of the output.
    var limits: OutputLimits { get }
    /// The PWM channel that drives the output; nil, which is the default, if the program drives it.
    var pwm: PWMChannel? { get }
}

extension OutputLineSettings {
    public var pwm: PWMChannel? { nil }

    /// Returns the wire from the device to `line`, which circuit diagrams draw with `symbol`.
    ///
    /// - Parameter period: The period of a PWM channel.
    public func wire(as symbol: LineWire.Symbol, period: Duration = .milliseconds(1)) -> LineWire {
        LineWire(line, .output(safe, isActiveLow: isActiveLow, pwm: pwm, period: period), as: symbol)
    }

    /// Returns the output on the line, with its limits.
    func output(in context: DeviceContext) throws(GPIOError) -> Output {
        let output = try context.output(line)
        output.limit(limits, safe: safe)
        return output
    }
}

extension Device where Self: PatternDevice, Settings: OutputLineSettings {
    public static func wires(of settings: Settings) -> [LineWire] { [settings.wire(as: .module)] }

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(name: name, output: try settings.output(in: context), observer: context.observer)
    }

    public var features: [Feature] { [output.feature()] }
    public func value(of feature: Int) -> Feature.Value { .toggle(pattern) }
    public func share(of feature: Int) -> Double? { output.brightness.share }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        if case .toggle(let pattern) = value { output.set(pattern) }
    }
}
