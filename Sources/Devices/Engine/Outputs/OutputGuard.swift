import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// The decisions about an output with limits: when it must be off or safe.
///
/// This type only decides; `OutputGuard` performs the decisions.
struct LimitState {
    private let limits: OutputLimits
    private let safe: Pattern
    private var shown = Pattern.off
    private var onSince: Duration?
    private var lostSince: Duration?
    /// Whether a limit has changed the output, so that a view must show off before it can switch the output on again.
    private var hasIntervened = false

    init(_ limits: OutputLimits, safe: Level) {
        self.limits = limits
        self.safe = .on(if: safe == .active)
    }

    /// The time of the next call of `timeCame(at:)`; nil for no call.
    var wakeUp: Duration? { earlier(onEnd, lostEnd) }

    private var onEnd: Duration? { limits.longestOn.flatMap { limit in onSince.map { $0 + limit } } }
    private var lostEnd: Duration? { limits.withoutFleet.flatMap { limit in lostSince.map { $0 + limit } } }

    /// Notes the pattern that the program, the fleet or the page has started.
    mutating func changed(to pattern: Pattern, at now: Duration) {
        note(pattern, at: now)
        hasIntervened = false
    }

    /// Notes that the connection to the broker exists, or that it is lost.
    mutating func fleetChanged(isConnected: Bool, at now: Duration) { lostSince = isConnected ? nil : lostSince ?? now }

    /// Returns whether a view may show a pattern.
    mutating func allows(_ pattern: Pattern) -> Bool {
        if pattern == .off { hasIntervened = false }
        return !hasIntervened
    }

    /// Returns the pattern that the output must show from now on; nil for no change.
    mutating func timeCame(at now: Duration) -> Pattern? {
        var pattern = shown
        if let onEnd, now >= onEnd { (pattern, onSince) = (.off, nil) }
        if let lostEnd, now >= lostEnd { (pattern, lostSince) = (safe, nil) }
        guard pattern != shown else { return nil }
        note(pattern, at: now)
        hasIntervened = true
        return pattern
    }

    private mutating func note(_ pattern: Pattern, at now: Duration) {
        shown = pattern
        onSince = pattern == .off ? nil : onSince ?? now
    }
}

/// The timer of an output with limits.
///
/// `@unchecked Sendable`: used on the queue only.
final class OutputGuard: @unchecked Sendable {
    private var state: LimitState
    private let queue: any Scheduler
    private let show: @Sendable (Pattern) -> Void
    private var timer: (time: Duration, work: any Disposable & Sendable)?

    /// - Parameters:
    ///   - queue: The output's queue.
    ///   - show: Shows a pattern. Called on the queue.
    init(_ limits: OutputLimits, safe: Level, on queue: any Scheduler, show: @escaping @Sendable (Pattern) -> Void) {
        state = LimitState(limits, safe: safe)
        self.queue = queue
        self.show = show
    }

    /// Notes the pattern that the program, the fleet or the page has started.
    func changed(to pattern: Pattern) {
        state.changed(to: pattern, at: queue.now)
        setTimer()
    }

    /// Notes that the connection to the broker exists, or that it is lost.
    func fleetChanged(isConnected: Bool) {
        state.fleetChanged(isConnected: isConnected, at: queue.now)
        setTimer()
    }

    /// Returns whether a view may show a pattern.
    func allows(_ pattern: Pattern) -> Bool { state.allows(pattern) }

    private func setTimer() {
        let wakeUp = state.wakeUp
        guard wakeUp != timer?.time else { return }
        timer?.work.dispose()
        timer = wakeUp.map { time in (time, queue.schedule(at: time) { [weak self] in self?.fire() }) }
    }

    private func fire() {
        timer = nil
        if let pattern = state.timeCame(at: queue.now) { show(pattern) }
        setTimer()
    }
}
