/// A device on one output that is on, off, or playing a pattern, such as an LED or a buzzer.
///
/// The methods may be called from any thread. On the queue they take effect immediately.
public protocol PatternDevice: Sendable {
    /// The output of the device. Only the device uses it.
    var output: Output { get }

    /// Creates the device on an output.
    ///
    /// - Parameters:
    ///   - output: The output, which must be off and used by this device only.
    ///   - observer: Notified of each change.
    init(name: String, output: Output, observer: DeviceObserver)
}

extension PatternDevice {
    /// Whether the device is on at this moment, even if dimly. An output that fails is retried until it has this state. Queue
    /// only.
    public var isOn: Bool { output.isOn }

    /// The current pattern; `.off` after a finite pattern has ended. Queue only.
    public var pattern: Pattern { output.pattern }

    /// Switches the device on until another method is called.
    @inlinable public func on() { output.show(.on) }

    /// Switches the device on or off.
    @inlinable public func set(_ isOn: Bool) { output.show(.steady(isOn)) }

    /// Switches the device off.
    @inlinable public func off() { output.show(.off) }

    /// Switches the device off if it is playing any pattern, and on otherwise.
    @inlinable public func toggle() { output.toggle() }
}
