import CarillonScheduling
import MobiusCore

/// An output of a bank: a line, or a channel of a PWM chip. What a device does with it, it does through this.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class Output: @unchecked Sendable {
    let bank: OutputBank
    private let channel: Int
    /// Not checked for overlapping accesses: they are on one thread, and nothing is called while one lasts.
    @exclusivity(unchecked) private var playing = Pattern.off
    @exclusivity(unchecked) private var didChange: @Sendable (Pattern) -> Void = { _ in }

    init(bank: OutputBank, channel: Int) {
        self.bank = bank
        self.channel = channel
    }

    // MARK: On the queue only

    /// What it shows now.
    var brightness: Brightness { bank.brightness(of: channel) }

    /// Whether it is on at all.
    var isOn: Bool { brightness != .dark }

    /// What `show` has begun; `.off` after a finite pattern has ended, and the safe state after the bank's `close()`.
    var pattern: Pattern { bank.isClosed ? .steady(isOn) : playing }

    /// Begins a pattern, as bright as `peak` where it is on. The caller has checked that the bank is not closed.
    func play(_ pattern: Pattern, peak: Brightness = .full) { bank.play(pattern, peak: peak, on: channel) }

    /// Makes pulses in place of patterns, or none any more.
    func pulse(_ pulse: Pulse?) { bank.pulse(pulse, on: channel) }

    /// Calls `handler` whenever a pattern is over.
    func whenOver(_ handler: @escaping @Sendable () -> Void) { bank.whenOver(on: channel, handler) }

    // MARK: For a device that shows one pattern at a time, on any thread

    /// Calls `handler` on the queue for each pattern of `show` that is another one than before, and with `.off` when a
    /// pattern is over. To be done once, before the output is used.
    func whenChanged(_ handler: @escaping @Sendable (Pattern) -> Void) {
        didChange = handler
        whenOver { [self] in
            playing = .off
            didChange(.off)
        }
    }

    /// Plays `pattern` from its beginning. On the queue it is done at once.
    func show(_ pattern: Pattern) {
        guard bank.queue.isCurrent else {
            bank.queue.async { [self] in begin(pattern) }
            return
        }
        begin(pattern)
    }

    /// Ends what it plays, and is on if it plays nothing.
    func toggle() {
        guard bank.queue.isCurrent else {
            bank.queue.async { [self] in toggle() }
            return
        }
        begin(.steady(pattern == .off))
    }

    /// The view that plays a pattern for each model.
    func view<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> DeviceView<Model> {
        DeviceView(connecting: { [self] in
            let memory = ViewMemory<Pattern>()
            return { [self] model in keepShowing(pattern(model), memory) }
        })
    }

    /// Plays `pattern`; one that it plays already goes on undisturbed.
    private func keepShowing(_ pattern: Pattern, _ memory: ViewMemory<Pattern>) {
        guard bank.queue.isCurrent else {
            bank.queue.async { [self] in keepShowing(pattern, memory) }
            return
        }
        if memory.isNew(pattern, isFinite: pattern.isFinite), pattern != playing { begin(pattern) }
    }

    /// What `show` does, on the queue.
    func begin(_ pattern: Pattern) {
        guard !bank.isClosed else { return }
        let isNew = pattern != playing
        guard isNew || pattern.isMoving else { return }
        playing = pattern
        play(pattern)
        if isNew { didChange(pattern) }
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
