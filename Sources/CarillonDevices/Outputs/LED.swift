import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A light: on, off, dimmed, or with a pattern.
///
///     .routeCase(Effect.warn).to(try board.led("lamp").show(.blinking(times: 3)))
///     .routeCase(Effect.light).to(try board.led("lamp").show)              // the effect says which pattern
///     controller.connectView(try board.led("lamp").showing { $0.isOn ? .on : .pulsing() })
public final class LED: Sendable {
    /// What the wiring calls it.
    public let name: String
    private let part: PatternPart

    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - output: Off. Nobody else is to use it.
    ///   - observer: Is told each change.
    public init(name: String, output: Output, observer: PartObserver) {
        self.name = name
        part = PatternPart(output: output) { pattern in
            switch pattern {
            case .on: observer.didChange(.led(name: name, isOn: true))
            case .off: observer.didChange(.led(name: name, isOn: false))
            default: observer.didChange(.pattern(kind: "led", name: name, pattern))
            }
        }
    }

    /// Whether it is lit at this moment, be it dimly. On the queue only.
    public var isOn: Bool { part.output.brightness != .dark }

    /// How bright it is at this moment, from 0 to 1. On the queue only.
    public var brightness: Double { part.output.brightness.share }

    /// What it shows; `.off` when a pattern is over. On the queue only.
    public var pattern: Pattern { part.pattern }

    /// Shows `pattern` from its beginning. May be called from any thread; on the queue it is done at once.
    public func show(_ pattern: Pattern) { part.show(pattern) }

    /// The effect handler that shows `pattern` from its beginning.
    public func show<Event>(_ pattern: Pattern) -> ShowPattern<Event> {
        ShowPattern { [part] in part.show(pattern) }
    }

    /// The view that shows a pattern for each model. One that it shows already goes on undisturbed, and one that is over is
    /// shown again only after another one.
    public func showing<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> PartView<Model> {
        part.view(pattern)
    }

    /// Lights it, or puts it out. May be called from any thread; on the queue it is done at once.
    public func set(_ isOn: Bool) { part.show(.steady(isOn)) }

    /// Lights it. May be called from any thread.
    public func on() { part.show(.on) }

    /// Puts it out. May be called from any thread.
    public func off() { part.show(.off) }

    /// Puts it out if it shows anything, and lights it if not. May be called from any thread.
    public func toggle() { part.toggle() }
}
