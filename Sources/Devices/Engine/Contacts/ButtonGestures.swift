/// A recognizer of gestures in the presses and releases of a button, such as holds and double clicks.
///
/// A press that lasts for `holdTime` is a hold, which may repeat. A shorter press is a click. Clicks with short pauses
/// between them count together. They are reported when the pause after the last click reaches `multiClickInterval`,
/// when the next press becomes a hold, or when their number reaches `maximumClicks`.
///
/// Decisions use the timestamps of the edges, so that a late program decides like a punctual one. This type only
/// decides; its owner keeps the timer.
struct ButtonGestures {
    /// A gesture of the user.
    enum Gesture: Equatable {
        /// The button is held: 1 when the hold begins, then 2, 3 … for its repetitions.
        case held(Int)
        /// The button was clicked this number of times.
        case clicked(Int)
    }

    /// The next actions for the owner.
    struct Actions: Equatable {
        /// The gestures to report, in this order.
        var first: Gesture?
        var second: Gesture?
        /// The time of the next call of `timerFired(at:)`; nil for no call.
        var wakeUp: Duration?
    }

    private enum State {
        /// No gesture is in progress.
        case idle
        /// Pressed since this time, after this number of clicks.
        case pressed(since: Duration, clicks: Int)
        /// Held: reported this number of times, and to be reported next at `next`.
        case holding(count: Int, next: Duration?)
        /// Released after this number of clicks. A press before `end` counts with them.
        case pausing(clicks: Int, end: Duration)
    }

    /// The duration from which a press is a hold.
    let holdTime: Duration
    /// The time from a hold to its first repetition, and between repetitions; nil for no repetition.
    let repeatInterval: Duration?
    /// The longest pause between clicks that count together.
    let multiClickInterval: Duration
    /// The number of clicks that is reported without waiting for another click.
    let maximumClicks: Int
    private var state = State.idle

    init(holdTime: Duration, repeatInterval: Duration? = nil, multiClickInterval: Duration, maximumClicks: Int = .max) {
        self.holdTime = holdTime
        self.repeatInterval = repeatInterval
        self.multiClickInterval = multiClickInterval
        self.maximumClicks = maximumClicks
    }

    /// Handles a press of the button.
    mutating func pressed(at time: Duration) -> Actions {
        var actions = timerFired(at: time)
        if case .pausing(let clicks, _) = state {
            state = .pressed(since: time, clicks: clicks)
        } else {
            state = .pressed(since: time, clicks: 0)
        }
        actions.wakeUp = time + holdTime
        return actions
    }

    /// Handles a release of the button.
    mutating func released(at time: Duration) -> Actions {
        var actions = timerFired(at: time)
        actions.wakeUp = nil
        guard case .pressed(_, let before) = state else {
            state = .idle
            return actions
        }
        let clicks = before + 1
        if clicks >= maximumClicks {
            state = .idle
            actions.first = .clicked(clicks)
        } else {
            state = .pausing(clicks: clicks, end: time + multiClickInterval)
            actions.wakeUp = time + multiClickInterval
        }
        return actions
    }

    /// Cancels the current gesture, because the button is not visible.
    mutating func forget() { state = .idle }

    /// Handles the wake-up of the last actions. May also be called at any other time.
    mutating func timerFired(at time: Duration) -> Actions {
        switch state {
        case .idle: return Actions()
        case .pressed(let since, let clicks):
            guard time >= since + holdTime else { return Actions(wakeUp: since + holdTime) }
            let next = repeatInterval.map { since + holdTime + $0 }
            state = .holding(count: 1, next: next)
            guard clicks > 0 else { return Actions(first: .held(1), wakeUp: next) }
            return Actions(first: .clicked(clicks), second: .held(1), wakeUp: next)
        case .holding(let count, let due?) where time >= due:
            // Repetitions that a late owner has missed are not made up for.
            let next = repeatInterval.map { due + $0 > time ? due + $0 : time + $0 }
            state = .holding(count: count + 1, next: next)
            return Actions(first: .held(count + 1), wakeUp: next)
        case .holding(_, let next): return Actions(wakeUp: next)
        case .pausing(let clicks, let end):
            guard time >= end else { return Actions(wakeUp: end) }
            state = .idle
            return Actions(first: .clicked(clicks))
        }
    }

}
