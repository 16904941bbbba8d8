import CarillonGPIO
import MobiusCore

/// An active buzzer, which sounds while it has current. It can play patterns.
///
///     .routeCase(Effect.timeIsUp).to(try board.buzzer("bell").play(.blinking(on: .milliseconds(200), times: 5)))
///
/// For tones of different pitch, use the loudspeaker.
public final class Buzzer: PatternDevice {
    /// The name in the wiring.
    public let name: String
    public let output: Output

    /// Creates a buzzer on an output.
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

    /// Plays `pattern` from its beginning. May be called from any thread; takes effect immediately on the queue.
    public func play(_ pattern: Pattern) { output.show(pattern) }

    /// Returns the effect handler that plays `pattern` from its beginning.
    public func play<Event>(_ pattern: Pattern) -> AnyEffectHandler<Void, Event> {
        .performing { [output] in output.show(pattern) }
    }

    /// Returns the view that plays a pattern for each model. A pattern that is already playing continues. A finite
    /// pattern that has ended is played again only after a different one.
    public func playing<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> DeviceView<Model> {
        output.view(pattern)
    }
}

extension Buzzer: Device {
    public static var kind: DeviceKind { DeviceKind("buzzer") }

    public static func wires(of settings: SwitchedLine) -> [Wire] { [settings.wire(as: .module)] }

    public convenience init(_ name: String, _ settings: SwitchedLine, in context: DeviceContext) throws {
        let output = try context.output(settings.line)
        output.limit(settings.limits, safe: settings.safe)
        self.init(name: name, output: output, observer: context.observer)
    }

    public var features: [Feature] { [output.feature()] }
}

extension Wiring.Entry {
    /// Returns an entry for a buzzer that sounds while its line is active.
    ///
    /// - Parameters:
    ///   - line: The line's name on the board's headers.
    ///   - isActiveLow: Whether a low voltage makes the buzzer sound.
    ///   - safe: The state in which the device is left, however the program ends.
    ///   - limits: The limits of the time for which the device is on.
    public static func buzzer(
        _ name: String, line: String, isActiveLow: Bool = false, safe: Level = .inactive,
        limits: OutputLimits = .none, file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        .switched(
            Buzzer.self, name, line: line, isActiveLow: isActiveLow, safe: safe, limits: limits,
            at: SourcePosition(file: file, line: sourceLine, column: column))
    }
}

extension DeviceFinder {
    /// Returns the buzzer that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such buzzer.
    public func buzzer(_ name: String) throws(BoardError) -> Buzzer { try device(Buzzer.self, name) }
}
