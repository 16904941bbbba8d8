import CarillonGPIO
import MobiusCore

/// An active buzzer, which sounds while it has current. It can play patterns.
///
///     .routeCase(Effect.timeIsUp).to(try board.buzzer("bell").play(.blinking(on: .milliseconds(200), times: 5)))
///
/// For tones of different pitch, use a ``TonalBuzzer`` or the loudspeaker.
public final class Buzzer: PatternDevice {
    /// The name in the wiring.
    public let name: String
    public let output: Output

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

    /// Returns the view that plays the pattern that `pattern` returns for each model. A pattern that is already playing
    /// continues. A finite pattern that has ended is played again only after a different one.
    public func playing<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> DeviceView<Model> {
        output.view(pattern)
    }
}

extension Buzzer: Device {
    public typealias Settings = LineOutputSettings

    public static var kind: DeviceKind { DeviceKind("buzzer") }
}

extension Wiring.Entry {
    /// Returns an entry for a buzzer, which by default sounds while its line is high.
    public static func buzzer(
        _ name: String, line: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Buzzer.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Buzzer.self, name, file, sourceLine, column, set) { $0.line = WiringReference(line) }
    }
}

extension DeviceFinder {
    /// Returns the buzzer that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func buzzer(_ name: String) throws(BoardError) -> Buzzer { try device(Buzzer.self, name) }
}
