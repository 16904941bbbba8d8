import CarillonGPIO
import MobiusCore

/// A device that is switched on and off: a relay, a valve, a motor driver's enable line.
///
///     .routeCase(Effect.pump).to(try board.relay("pump").set)              // the effect carries the state
///     controller.connectView(try board.relay("heater").switching { $0.isTooCold })
public final class Relay: PatternDevice {
    /// The name in the wiring.
    public let name: String
    public let output: Output

    public init(name: String, output: Output, observer: DeviceObserver) {
        self.name = name
        self.output = output
        output.onChange { observer.changed() }
    }

    /// Returns the effect handler that switches the relay on or off.
    public func set<Event>(_ isOn: Bool) -> AnyEffectHandler<Void, Event> {
        .performing { [output] in output.show(.steady(isOn)) }
    }

    /// Returns the view that switches the relay on or off, as `isOn` returns for each model.
    public func switching<Model>(_ isOn: @escaping @Sendable (Model) -> Bool) -> DeviceView<Model> {
        output.view { .steady(isOn($0)) }
    }

    /// Switches the relay on for `duration`, then off. May be called from any thread.
    ///
    /// - Parameter duration: At least 1 ms.
    public func on(for duration: Duration) { output.show(.on(for: duration)) }
}

extension Relay: Device {
    public typealias Settings = LineOutputSettings

    public static var kind: DeviceKind { DeviceKind("relay") }
}

extension Wiring.Entry {
    /// Returns an entry for a relay, or for another device that one line switches.
    public static func relay(
        _ name: String, line: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Relay.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Relay.self, name, file, sourceLine, column, set) { $0.line = WiringReference(line) }
    }
}

extension DeviceFinder {
    /// Returns the relay that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func relay(_ name: String) throws(BoardError) -> Relay { try device(Relay.self, name) }
}
