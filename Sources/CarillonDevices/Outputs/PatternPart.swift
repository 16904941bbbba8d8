import CarillonScheduling
import MobiusCore

/// The inside of a part that plays patterns on one output: an LED, a buzzer, a relay.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
final class PatternPart: @unchecked Sendable {
    let output: Output
    /// What it plays. A pattern that is over is `.off`. On the queue only.
    ///
    /// Not checked for overlapping accesses: they are on one thread, and nothing is called while one lasts.
    @exclusivity(unchecked) private(set) var pattern = Pattern.off
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
        let isNew = pattern != self.pattern
        guard isNew || pattern.isMoving else { return }
        self.pattern = pattern
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

    /// Plays `pattern`; one that it plays already goes on undisturbed. May be called from any thread.
    func keepShowing(_ pattern: Pattern) {
        guard queue.isCurrent else {
            queue.async { [self] in keepShowing(pattern) }
            return
        }
        if pattern != self.pattern { show(pattern) }
    }

    private func isOver() {
        pattern = .off
        didChange(.off)
    }
}

/// Has a part play a pattern as the effect of a loop. The effect is done when the pattern has begun.
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

/// A view that has a part show something for each model of a loop.
public struct PartView<Model>: Connectable, Sendable {
    private let accept: @Sendable (Model) -> Void

    init(accept: @escaping @Sendable (Model) -> Void) {
        self.accept = accept
    }

    /// Shows each model that the connection takes, and keeps showing the last one when it is disposed.
    public func connect(_ consumer: @escaping Consumer<Never>) -> Connection<Model> {
        Connection(acceptClosure: accept, disposeClosure: {})
    }
}
