import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// An output of a bank, for use by one device: a line or a channel of a PWM chip.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Output: FleetLimited, Settable, @unchecked Sendable {
    let bank: OutputBank
    /// The number of connected views of the device.
    public let views = ViewCount()
    private let channel: Int
    /// The bank's queue. Stored here too, because a query through the bank retains the queue each time.
    private let queue: any Scheduler
    // Unchecked: all accesses are on one thread, and no call is made during an access.
    @exclusivity(unchecked) private var playing = Pattern.off
    @exclusivity(unchecked) private var didChange: @Sendable () -> Void = {}
    /// nil for an output without limits.
    @exclusivity(unchecked) private var limits: OutputGuard?

    init(bank: OutputBank, channel: Int) {
        self.bank = bank
        self.channel = channel
        queue = bank.queue
    }

    // MARK: On the queue only

    /// The current brightness. Queue only.
    var brightness: Brightness { bank.brightness(of: channel) }

    /// Whether the output is on, even if dimly. Queue only.
    public var isOn: Bool { brightness != .dark }

    /// The current pattern; `.off` after a finite pattern has ended, and steady after a slow change. After `close()` of the
    /// bank, the safe state. Queue only.
    public var pattern: Pattern { bank.isClosed ? .on(if: isOn) : playing }

    /// Starts a pattern, dimmed to `peak`. The bank must be open.
    func play(_ pattern: Pattern, peak: Brightness = .full) { bank.play(pattern, peak: peak, on: channel) }

    /// Replaces the pattern by pulses; nil ends the pulses. Queue only.
    public func pulse(_ pulse: Pulse?) { bank.pulse(pulse, on: channel) }

    /// Calls `handler` on the queue whenever a finite pattern has ended.
    func onEnd(_ handler: @escaping @Sendable () -> Void) { bank.onEnd(on: channel, handler) }

    /// Implements `set`. Call on the queue.
    func begin(_ pattern: Pattern) {
        let isNew = pattern != playing
        if isNew || pattern.isMoving { begin(pattern, isNew: isNew) }
    }

    private func begin(_ pattern: Pattern, isNew: Bool) {
        guard !bank.isClosed, !pattern.leads(to: playing) else { return }
        playing = pattern
        play(pattern)
        if limits != nil { noteForLimits() }
        if isNew { didChange() }
    }

    // MARK: Limits, on the queue only

    /// Sets the limits, and the safe state that the output takes without the fleet. Call once, on the queue, before the output
    /// is used.
    public func limit(_ new: OutputLimits, safe: Level) {
        guard new != .none else { return }
        limits = OutputGuard(new, safe: safe, on: queue) { [weak self] pattern in self?.enforce(pattern) }
    }

    /// Whether the wiring limits the time for which the output is on, or is on without the fleet.
    package var hasLimits: Bool { limits != nil }

    /// Notes that the connection to the fleet's broker exists, or that it is lost.
    package func fleetChanged(isConnected: Bool) { limits?.fleetChanged(isConnected: isConnected) }

    @inline(never)
    private func noteForLimits() { limits?.changed(to: playing) }

    private func enforce(_ pattern: Pattern) {
        guard !bank.isClosed else { return }
        playing = pattern
        play(pattern)
        didChange()
    }

    // MARK: For a device that shows one pattern at a time, on any thread

    /// Calls `handler` on the queue when the pattern has changed, and when a finite pattern has ended. Call once, before the
    /// output is used.
    public func onChange(_ handler: @escaping @Sendable () -> Void) {
        didChange = handler
        onEnd { [self] in
            playing = playing.end
            if limits != nil { noteForLimits() }
            didChange()
        }
    }

    /// Adds a handler that is called after each change, after the handler of `onChange`.
    func alsoOnChange(_ handler: @escaping @Sendable () -> Void) {
        let first = didChange
        didChange = {
            first()
            handler()
        }
    }

    /// Plays `pattern` from the beginning: immediately if called on the queue, otherwise in the queue's next turn.
    public func set(_ pattern: Pattern) {
        guard queue.isCurrent else { return queue.async { [self] in begin(pattern) } }
        begin(pattern)
    }

    /// Switches the output off if it plays any pattern, and on otherwise.
    public func toggle() {
        guard queue.isCurrent else { return queue.async { [self] in toggle() } }
        begin(.on(if: pattern == .off))
    }

    /// Returns the view that plays the result of `pattern` for each model.
    public func view<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> DeviceView<Model> {
        DeviceView(
            views,
            connecting: { [self] in
                let memory = ViewMemory<Pattern>()
                return { [self] model in keepShowing(pattern(model), memory) }
            })
    }

    /// Plays `pattern`, unless it is already playing or is the finite pattern that the view has shown last.
    private func keepShowing(_ pattern: Pattern, _ memory: ViewMemory<Pattern>) {
        guard queue.isCurrent else { return queue.async { [self] in keepShowing(pattern, memory) } }
        if let limits, !limits.allows(pattern) { return }
        if memory.isNew(pattern, isFinite: pattern.isFinite), pattern != playing {
            begin(pattern, isNew: true)
        }
    }
}

extension Output {
    /// Returns the on/off feature of the device, which the page and the fleet can set.
    ///
    /// - Parameters:
    ///   - isDimmable: Whether the feature can be set to any pattern, not only to on and off.
    ///   - role: The kind of load that the output switches; nil for no particular kind.
    public func feature(isDimmable: Bool = false, role: Feature.Role? = nil) -> Feature {
        Feature(canBeSet: true, isDimmable: isDimmable, isDriven: views.isDriven, role: role)
    }
}
