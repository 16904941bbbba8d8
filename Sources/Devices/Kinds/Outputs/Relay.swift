import CarillonGPIO
import MobiusCore

/// A device that is switched on and off: a relay, a valve, a motor driver's enable line.
///
///     .routeCase(Effect.pump).to(try board.relay("pump").set)              // the effect carries the state
///     controller.connectView(try board.relay("heater").view { $0.isTooCold })
public final class Relay: PatternDevice, Device, Settable, @unchecked Sendable {
    public typealias Settings = LineOutputSettings
    public typealias Value = Bool

    public static var kind: DeviceKind { DeviceKind("relay") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .outlet }

    /// Returns the view that switches the relay. `isOn` returns for each model whether the relay is on.
    public func view<Model>(_ isOn: @escaping @Sendable (Model) -> Bool) -> DeviceView<Model> {
        output.view { .on(if: isOn($0)) }
    }

    /// Switches the relay on for `duration`, then off. May be called from any thread.
    ///
    /// - Parameter duration: At least 1 ms.
    public func on(for duration: Duration) { output.set(.on(for: duration)) }
}
