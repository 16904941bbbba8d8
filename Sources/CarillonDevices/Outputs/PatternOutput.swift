import CarillonScheduling
import MobiusCore

/// The inside of a device that plays patterns on one output: an LED, a buzzer, a relay.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
final class PatternOutput: @unchecked Sendable {
    let output: Output
    /// The current pattern; `.off` after a finite pattern has ended, and the safe state after the bank's `close()`. On the
    /// queue only.
    var pattern: Pattern { output.bank.isClosed ? .steady(output.brightness != .dark) : playing }
    /// Not checked for overlapping accesses: they are on one thread, and nothing is called while one lasts.
    @exclusivity(unchecked) private var playing = Pattern.off
    private let didChange: @Sendable (Pattern) -> Void

    var queue: any Scheduler { output.bank.queue }

    /// - Parameters:
    ///   - output: Off. Nobody else is to use it.
    ///   - didChange: Told each pattern that is another one than before, and `.off` when a pattern is over. Called on the
    ///     queue.
    init(output: Output, didChange: @escaping @Sendable (Pattern) -> Void) {
        self.output = output
        self.didChange = didChange
        output.bank.whenOver(on: output.channel, isOver)
    }

    /// Plays `pattern` from its beginning. May be called from any thread; on the queue it is done at once.
    func show(_ pattern: Pattern) {
        guard queue.isCurrent else {
            queue.async { [self] in show(pattern) }
            return
        }
        guard !output.bank.isClosed else { return }
        let isNew = pattern != playing
        guard isNew || pattern.isMoving else { return }
        playing = pattern
        output.bank.play(pattern, on: output.channel)
        if isNew { didChange(pattern) }
    }

    /// Ends what it plays, and is on if it plays nothing. May be called from any thread.
    func toggle() {
        guard queue.isCurrent else {
            queue.async { [self] in toggle() }
            return
        }
        show(.steady(pattern == .off))
    }

    /// The view that plays a pattern for each model.
    func view<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> DeviceView<Model> {
        DeviceView(connecting: { [self] in
            let memory = ViewMemory<Pattern>()
            return { [self] model in keepShowing(pattern(model), memory) }
        })
    }

    /// Plays `pattern`; one that it plays already goes on undisturbed. May be called from any thread.
    private func keepShowing(_ pattern: Pattern, _ memory: ViewMemory<Pattern>) {
        guard queue.isCurrent else {
            queue.async { [self] in keepShowing(pattern, memory) }
            return
        }
        if memory.isNew(pattern, isFinite: pattern.isFinite), pattern != playing { show(pattern) }
    }

    private func isOver() {
        playing = .off
        didChange(.off)
    }
}

/// Has a device play a pattern as the effect of a loop. The effect is done when the pattern has begun.
public struct ShowPattern<Event>: EffectHandler, Sendable {
    private let show: @Sendable () -> Void

    init(show: @escaping @Sendable () -> Void) {
        self.show = show
    }

    /// Begins the pattern.
    public func handle(_ parameters: Void, _ callback: EffectCallback<Event>) -> any Disposable {
        show()
        callback.end()
        return EmptyDisposable()
    }
}
