import CarillonGPIO
import MobiusCore

/// Something that is switched: a relay, a valve, a motor driver's enable line.
///
///     .routeCase(Effect.pump).to(try board.relay("pump").set)              // the effect says whether
///     controller.connectView(try board.relay("heater").being { $0.isTooCold })
public final class Relay: Sendable {
    /// What the wiring calls it.
    public let name: String
    private let output: Output

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

    /// Whether it is to be on: a failure to switch it is reported, and tried again until it is so. On the queue only.
    public var isOn: Bool { output.isOn }

    /// Switches it on or off. May be called from any thread; on the queue it is done at once.
    public func set(_ isOn: Bool) { output.show(.steady(isOn)) }

    /// The effect handler that switches it on or off.
    public func set<Event>(_ isOn: Bool) -> ShowPattern<Event> {
        ShowPattern { [output] in output.show(.steady(isOn)) }
    }

    /// The view that switches it for each model.
    public func being<Model>(_ isOn: @escaping @Sendable (Model) -> Bool) -> DeviceView<Model> {
        output.view { .steady(isOn($0)) }
    }

    /// Switches it on for a while. May be called from any thread.
    ///
    /// - Parameter duration: At least a millisecond.
    public func on(for duration: Duration) { output.show(.on(for: duration)) }

    /// Switches it on. May be called from any thread.
    public func on() { output.show(.on) }

    /// Switches it off. May be called from any thread.
    public func off() { output.show(.off) }

    /// Switches it to the other state. May be called from any thread.
    public func toggle() { output.toggle() }
}

extension Relay: Device {
    public static var kind: DeviceKind { DeviceKind("relay") }

    public static func wires(of settings: SwitchedLine) -> [Wire] { [settings.wire(as: .module)] }

    public convenience init(_ name: String, _ settings: SwitchedLine, in context: DeviceContext) throws {
        self.init(name: name, output: try context.output(settings.line), observer: context.observer)
    }

    public var features: [Feature] { [output.feature()] }
}

extension Wiring.Entry {
    /// Something that is switched by its line.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - isActiveLow: Whether a low voltage switches it on.
    ///   - safe: The state in which it is left, however the program ends.
    public static func relay(
        _ name: String, line: String, isActiveLow: Bool = false, safe: Level = .inactive, file: String = #fileID,
        sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        .switched(
            Relay.self, name, line: line, isActiveLow: isActiveLow, safe: safe,
            at: SourcePosition(file: file, line: sourceLine, column: column))
    }
}

extension DeviceFinder {
    /// The relay that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such relay.
    public func relay(_ name: String) throws(BoardError) -> Relay { try device(Relay.self, name) }
}
