import CarillonGPIO
import MobiusCore

/// A buzzer that sounds by itself while it has current (an active one), with a pattern if one is wanted.
///
///     .routeCase(Effect.timeIsUp).to(try board.buzzer("bell").play(.blinking(on: .milliseconds(200), times: 5)))
///
/// Tones of different pitch are the loudspeaker's.
public final class Buzzer: Sendable {
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

    /// Whether it sounds at this moment. On the queue only.
    public var isOn: Bool { output.isOn }

    /// What it plays; `.off` when a pattern is over. On the queue only.
    public var pattern: Pattern { output.pattern }

    /// Plays `pattern` from its beginning. May be called from any thread; on the queue it is done at once.
    public func play(_ pattern: Pattern) { output.show(pattern) }

    /// The effect handler that plays `pattern` from its beginning.
    public func play<Event>(_ pattern: Pattern) -> ShowPattern<Event> {
        ShowPattern { [output] in output.show(pattern) }
    }

    /// The view that plays a pattern for each model. One that it plays already goes on undisturbed, and one that is over is
    /// played again only after another one.
    public func playing<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> DeviceView<Model> {
        output.view(pattern)
    }

    /// Has it sound until it is told otherwise. May be called from any thread.
    public func on() { output.show(.on) }

    /// Silences it. May be called from any thread.
    public func off() { output.show(.off) }

    /// Silences it if it plays anything, and has it sound if not. May be called from any thread.
    public func toggle() { output.toggle() }
}

extension Buzzer: Device {
    public static var kind: DeviceKind { DeviceKind("buzzer") }

    public static func wires(of settings: SwitchedLine) -> [Wire] { [settings.wire(as: .module)] }

    public convenience init(_ name: String, _ settings: SwitchedLine, in context: DeviceContext) throws {
        self.init(name: name, output: try context.output(settings.line), observer: context.observer)
    }

    public var features: [Feature] { [output.feature()] }
}

extension Wiring.Entry {
    /// A buzzer that sounds while its line is active.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - isActiveLow: Whether a low voltage has it sound.
    ///   - safe: The state in which it is left, however the program ends.
    public static func buzzer(
        _ name: String, line: String, isActiveLow: Bool = false, safe: Level = .inactive, file: String = #fileID,
        sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        .switched(
            Buzzer.self, name, line: line, isActiveLow: isActiveLow, safe: safe,
            at: SourcePosition(file: file, line: sourceLine, column: column))
    }
}

extension DeviceFinder {
    /// The buzzer that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such buzzer.
    public func buzzer(_ name: String) throws(BoardError) -> Buzzer { try device(Buzzer.self, name) }
}
