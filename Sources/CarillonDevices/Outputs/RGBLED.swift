import CarillonScheduling
import MobiusCore

/// A light of three LEDs, red, green and blue, that shows a colour, steadily or with a pattern.
///
///     .routeCase(Effect.alarm).to(try board.rgb("mood").show(.red, .blinking()))
///     controller.connectView(try board.rgb("mood").showing { $0.isReady ? .green : .red })
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class RGBLED: @unchecked Sendable {
    /// What the wiring calls it.
    public let name: String
    /// The colour that it shows, or has shown last. On the queue only.
    public private(set) var color = Color.white
    /// What it shows the colour with; `.off` when a pattern is over. On the queue only.
    public private(set) var pattern = Pattern.off

    private let outputs: [Output]
    private let observer: PartObserver
    private var queue: any Scheduler { outputs[0].bank.queue }

    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - red: Off, as the others. Nobody else is to use them, and all are of one bank.
    ///   - observer: Is told each change.
    public init(name: String, red: Output, green: Output, blue: Output, observer: PartObserver) {
        self.name = name
        outputs = [red, green, blue]
        self.observer = observer
        // One hears for all: they begin together.
        for output in outputs { output.bank.whenOver(on: output.channel, isOver) }
    }

    /// How bright red, green and blue are at this moment, from 0 to 1 each. On the queue only.
    public var brightness: Color {
        Color(
            red: outputs[0].brightness.share, green: outputs[1].brightness.share, blue: outputs[2].brightness.share)
    }

    /// Shows `color` with `pattern` from its beginning. May be called from any thread; on the queue it is done at once.
    public func show(_ color: Color, _ pattern: Pattern = .on) {
        guard queue.isCurrent else {
            queue.async { [self] in show(color, pattern) }
            return
        }
        let isNew = color != self.color || pattern != self.pattern
        guard isNew || pattern.isMoving else { return }
        (self.color, self.pattern) = (color, pattern)
        outputs[0].bank.together {
            for (output, share) in zip(outputs, [color.red, color.green, color.blue]) {
                output.bank.play(pattern, peak: Brightness(share), on: output.channel)
            }
        }
        if isNew { observer.didChange(.color(name: name, color, pattern)) }
    }

    /// The effect handler that shows `color` with `pattern` from its beginning.
    public func show<Event>(_ color: Color, _ pattern: Pattern = .on) -> ShowPattern<Event> {
        ShowPattern { [self] in show(color, pattern) }
    }

    /// The view that shows a colour for each model; nil is off.
    public func showing<Model>(_ color: @escaping @Sendable (Model) -> Color?) -> PartView<Model> {
        PartView { [self] model in
            if let color = color(model) { show(color) } else { off() }
        }
    }

    /// Puts it out. May be called from any thread.
    public func off() {
        guard queue.isCurrent else {
            queue.async { [self] in off() }
            return
        }
        show(color, .off)
    }

    private func isOver() {
        guard pattern != .off else { return }
        pattern = .off
        observer.didChange(.color(name: name, color, .off))
    }
}
