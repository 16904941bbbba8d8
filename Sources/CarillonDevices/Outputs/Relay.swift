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

    /// Creates a relay on an output.
    ///
    /// - Parameters:
    ///   - name: The name in the wiring.
    ///   - output: The output, which must be off and used by this device only.
    ///   - observer: Notified of each change.
    public init(name: String, output: Output, observer: DeviceObserver) {
        self.name = name
        self.output = output
        output.onChange { observer.changed() }
    }

    /// Switches the relay on or off. May be called from any thread; takes effect immediately on the queue.
    public func set(_ isOn: Bool) { output.show(.steady(isOn)) }

    /// Returns the effect handler that switches the relay on or off.
    public func set<Event>(_ isOn: Bool) -> AnyEffectHandler<Void, Event> {
        .performing { [output] in output.show(.steady(isOn)) }
    }

    /// Returns the view that switches the relay on or off for each model.
    public func switching<Model>(_ isOn: @escaping @Sendable (Model) -> Bool) -> DeviceView<Model> {
        output.view { .steady(isOn($0)) }
    }

    /// Switches the relay on for `duration`, then off. May be called from any thread.
    ///
    /// - Parameter duration: At least 1 ms.
    public func on(for duration: Duration) { output.show(.on(for: duration)) }
}

extension Relay: Device {
    public static var kind: DeviceKind { DeviceKind("relay") }

    public static func wires(of settings: SwitchedLine) -> [Wire] { [settings.wire(as: .module)] }

    public convenience init(_ name: String, _ settings: SwitchedLine, in context: DeviceContext) throws {
        let output = try context.output(settings.line)
        output.limit(settings.limits, safe: settings.safe)
        self.init(name: name, output: output, observer: context.observer)
    }

    public var features: [Feature] { [output.feature()] }
}

extension Wiring.Entry {
    /// Returns an entry for a relay, or for another device that one line switches.
    ///
    /// - Parameters:
    ///   - line: The line's name on the board's headers.
    ///   - isActiveLow: Whether a low voltage switches the relay on.
    ///   - safe: The state in which the device is left, however the program ends.
    ///   - limits: The limits of the time for which the device is on.
    public static func relay(
        _ name: String, line: String, isActiveLow: Bool = false, safe: Level = .inactive,
        limits: OutputLimits = .none, file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        .switched(
            Relay.self, name, line: line, isActiveLow: isActiveLow, safe: safe, limits: limits,
            at: SourcePosition(file: file, line: sourceLine, column: column))
    }
}

extension DeviceFinder {
    /// Returns the relay that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such relay.
    public func relay(_ name: String) throws(BoardError) -> Relay { try device(Relay.self, name) }
}
