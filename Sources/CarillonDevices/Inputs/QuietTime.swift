import CarillonGPIO

/// Decides when a sensor has nothing to tell of any more.
///
/// A motion sensor's output comes and goes as long as somebody moves. So the first sign is believed at once, and the end
/// only when there has been no sign for a while. This type only decides; its owner keeps the timer.
struct QuietTime {
    /// What the owner is to do next.
    struct Actions: Equatable {
        /// Whether something is there now, if that is news.
        var report: Bool?
        /// When to call `timeCame(at:)`; nil is not at all.
        var wakeUp: Duration?
    }

    private enum State {
        case quiet
        /// The line is active.
        case sensing
        /// The line was active until a while ago.
        case lingering(end: Duration)
    }

    /// How long there must be no sign.
    let period: Duration
    private var state: State

    init(level: Level, period: Duration) {
        self.period = period
        state = level == .active ? .sensing : .quiet
    }

    /// Whether something is there.
    var isDetecting: Bool { if case .quiet = state { false } else { true } }

    /// The line has changed to `level`.
    mutating func line(is level: Level, at time: Duration) -> Actions {
        switch (state, level) {
        case (.quiet, .active):
            state = .sensing
            return Actions(report: true)
        case (.sensing, .inactive):
            state = .lingering(end: time + period)
            return timeCame(at: time)
        case (.lingering, .active):
            state = .sensing
            return Actions()
        default: return Actions()
        }
    }

    /// The time that the last actions asked for has come.
    mutating func timeCame(at time: Duration) -> Actions {
        guard case .lingering(let end) = state else { return Actions() }
        guard time >= end else { return Actions(wakeUp: end) }
        state = .quiet
        return Actions(report: false)
    }
}
