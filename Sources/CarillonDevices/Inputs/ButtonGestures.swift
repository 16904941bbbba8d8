/// Decides what presses and releases of a button mean: a hold, a double click.
///
/// A press that lasts for `holdTime` is a hold, and repeats if it is to. A press that is over before is a click, and
/// clicks with short pauses between them count together; they are told when the pause after the last one is too long for
/// another one, or when there are as many as anybody asks for.
///
/// It works with the times of the edges, so that a program that is late judges no other than one that is not. This type
/// only decides; its owner keeps the timer.
struct ButtonGestures {
    /// What a person has done.
    enum Gesture: Equatable {
        /// The button is held: 1 when the hold begins, then 2, 3 ... if it repeats.
        case held(Int)
        /// It was clicked so many times.
        case clicked(Int)
    }

    /// What the owner is to do next.
    struct Actions: Equatable {
        /// What was done, to be told in this order.
        var first: Gesture?
        var second: Gesture?
        /// When to call `timeCame(at:)`; nil is not at all.
        var wakeUp: Duration?
    }

    private enum State {
        /// Nothing is going on.
        case idle
        /// Pressed since then, after so many clicks.
        case pressed(since: Duration, clicks: Int)
        /// Held: told so many times, the next time at `next`.
        case holding(told: Int, next: Duration?)
        /// Released after so many clicks; another one counts with them up to `end`.
        case pausing(clicks: Int, end: Duration)
    }

    /// How long a press is a hold.
    let holdTime: Duration
    /// How long after a hold, and after each repetition, it is told again; nil tells it once.
    let repetition: Duration?
    /// The longest pause between clicks that count together.
    let clickPause: Duration
    /// As soon as there are so many clicks they are told.
    let mostClicks: Int
    private var state = State.idle

    init(holdTime: Duration, repetition: Duration? = nil, clickPause: Duration, mostClicks: Int = .max) {
        self.holdTime = holdTime
        self.repetition = repetition
        self.clickPause = clickPause
        self.mostClicks = mostClicks
    }

    /// The button was pressed.
    mutating func pressed(at time: Duration) -> Actions {
        var actions = timeCame(at: time)
        if case .pausing(let clicks, _) = state {
            state = .pressed(since: time, clicks: clicks)
        } else {
            state = .pressed(since: time, clicks: 0)
        }
        actions.wakeUp = time + holdTime
        return actions
    }

    /// The button was released.
    mutating func released(at time: Duration) -> Actions {
        var actions = timeCame(at: time)
        actions.wakeUp = nil
        guard case .pressed(_, let before) = state else {
            state = .idle
            return actions
        }
        let clicks = before + 1
        if clicks >= mostClicks {
            state = .idle
            actions.first = .clicked(clicks)
        } else {
            state = .pausing(clicks: clicks, end: time + clickPause)
            actions.wakeUp = time + clickPause
        }
        return actions
    }

    /// Ends a gesture that has begun, because the button cannot be seen.
    mutating func forget() { state = .idle }

    /// The time that the last actions asked for has come, or another one.
    mutating func timeCame(at time: Duration) -> Actions {
        switch state {
        case .idle: return Actions()
        case .pressed(let since, let clicks):
            guard time >= since + holdTime else { return Actions(wakeUp: since + holdTime) }
            let next = repetition.map { since + holdTime + $0 }
            state = .holding(told: 1, next: next)
            guard clicks > 0 else { return Actions(first: .held(1), wakeUp: next) }
            return Actions(first: .clicked(clicks), second: .held(1), wakeUp: next)
        case .holding(let told, let due?) where time >= due:
            // What a late owner has missed is not made up for.
            let next = repetition.map { due + $0 > time ? due + $0 : time + $0 }
            state = .holding(told: told + 1, next: next)
            return Actions(first: .held(told + 1), wakeUp: next)
        case .holding(_, let next): return Actions(wakeUp: next)
        case .pausing(let clicks, let end):
            guard time >= end else { return Actions(wakeUp: end) }
            state = .idle
            return Actions(first: .clicked(clicks))
        }
    }

}
