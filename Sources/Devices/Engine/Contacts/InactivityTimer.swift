import CarillonGPIO

/// The logic that decides when a sensor detects something, and when it no longer does.
///
/// A motion sensor's output comes and goes while there is motion. So the first signal is accepted at once, or when it has
/// lasted as long as the glitch filter, and the end only after a time without a signal. This type only decides; its owner
/// keeps the timer.
struct InactivityTimer {
    /// The next actions for the owner.
    struct Actions: Equatable {
        /// Whether the sensor now detects something; nil if this has not changed.
        var report: Bool?
        /// The time of the next call of `timerFired(at:)`; nil for no call.
        var wakeUp: Duration?
    }

    private enum State {
        case idle
        /// The line has become active; it is a glitch if this ends before `end`.
        case arriving(end: Duration)
        /// The line is active.
        case sensing
        /// The line has become inactive; the detection lasts until `end`.
        case lingering(end: Duration)
    }

    /// The time without a signal after which nothing is detected.
    let timeout: Duration
    /// The shortest signal that counts.
    private let glitch: Duration
    private var state: State

    init(level: Level, timeout: Duration, glitch: Duration = .zero) {
        (self.timeout, self.glitch) = (timeout, glitch)
        state = level == .active ? .sensing : .idle
    }

    /// Whether the sensor detects something.
    var isDetecting: Bool {
        switch state {
        case .idle, .arriving: false
        case .sensing, .lingering: true
        }
    }

    /// Handles a change of the line to `level`.
    mutating func line(is level: Level, at time: Duration) -> Actions {
        switch (state, level) {
        case (.idle, .active):
            state = .arriving(end: time + glitch)
            return timerFired(at: time)
        case (.arriving, .inactive):
            state = .idle
            return Actions()
        case (.sensing, .inactive):
            state = .lingering(end: time + timeout)
            return timerFired(at: time)
        case (.lingering, .active):
            state = .sensing
            return Actions()
        default: return Actions()
        }
    }

    /// Handles the wake-up of the last actions.
    mutating func timerFired(at time: Duration) -> Actions {
        switch state {
        case .arriving(let end), .lingering(let end):
            guard time >= end else { return Actions(wakeUp: end) }
            state = isDetecting ? .idle : .sensing
            return Actions(report: isDetecting)
        case .idle, .sensing: return Actions()
        }
    }
}
