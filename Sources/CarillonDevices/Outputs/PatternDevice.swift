/// A device on one output that is on, off, or plays a pattern: an LED, a buzzer, a relay.
///
/// The methods may be called from any thread. On the queue they take effect at once.
public protocol PatternDevice: Sendable {
    /// The output of the device. Nobody else uses it.
    var output: Output { get }
}

extension PatternDevice {
    /// Whether the device is on at this moment, be it dimly. An output that fails is tried again until it is so. Queue only.
    public var isOn: Bool { output.isOn }

    /// The current pattern; `.off` after a finite pattern has ended. Queue only.
    public var pattern: Pattern { output.pattern }

    /// Switches the device on, until another method is called.
    public func on() { output.show(.on) }

    /// Switches the device off.
    public func off() { output.show(.off) }

    /// Switches the device off if it plays any pattern, and on if not.
    public func toggle() { output.toggle() }
}
