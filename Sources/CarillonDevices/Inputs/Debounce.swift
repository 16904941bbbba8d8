import CarillonGPIO

/// Decides when the contact behind a line has really changed.
///
/// A mechanical contact chatters for some milliseconds when it closes or opens. `Debounce` believes the first edge at
/// once, ignores edges until there has been none for `period`, and then compares what it last reported with the level
/// that the line really has. So a press costs no latency, and whatever edges the chatter or a full buffer cost, the last
/// report is the truth.
///
/// This type only decides. Its owner reads the line, keeps the timer and delivers the reports.
struct Debounce {
    /// What the owner is to do next, in this order.
    struct Actions: Equatable {
        /// A level that the contact has had without its being told; to be told before `report`.
        var missed: Level?
        /// The contact's new level, to be told to whoever listens.
        var report: Level?
        /// When to read the line and call `periodEnded(at:level:)`.
        var wakeUp: Duration?

        static let none = Actions()
    }

    private enum State {
        /// The contact is at rest.
        case settled
        /// An edge was believed; edges are chatter until there has been none up to `end`.
        case chattering(end: Duration)
    }

    /// How long the contact must be quiet to be at rest.
    let period: Duration
    /// The level last reported.
    private(set) var level: Level
    private var state = State.settled
    /// When the line was last read: what edges are older has been seen.
    private var readAt: Duration
    /// When the line was last seen, by an edge or by reading it. What a reading finds has happened after that.
    private(set) var seenAt: Duration

    /// - Parameters:
    ///   - level: The line's level, read by the owner at `time`.
    ///   - time: The time now.
    ///   - period: The longest pause in the chatter to expect: 5 to 20 ms for push buttons. Zero believes every edge, and reads
    ///     the line after each.
    init(level: Level, at time: Duration, period: Duration) {
        self.level = level
        (readAt, seenAt) = (time, time)
        self.period = period
    }

    /// An edge was seen.
    ///
    /// - Parameters:
    ///   - newLevel: The level after the edge.
    ///   - time: The edge's own time stamp, not the time at which it was read.
    mutating func edge(to newLevel: Level, at time: Duration) -> Actions {
        guard time >= readAt else { return .none }
        seenAt = time
        switch state {
        case .chattering(let end) where time < end:
            state = .chattering(end: time + period)
            return .none
        case .settled, .chattering:
            // The contact was at rest before this edge, at the other level. That is news if the owner's timer is late,
            // or if the contact had gone back by the time that the kernel read its level after the edge before.
            state = .settled
            let rested = newLevel.inverted
            let missed = rested == level ? nil : rested
            level = rested
            var actions = believe(newLevel, at: time)
            actions.missed = missed
            return actions
        }
    }

    /// The time that the last actions asked for has come.
    ///
    /// - Parameters:
    ///   - time: The time now.
    ///   - lineLevel: The line's level now, read by the owner: edges may have been lost.
    mutating func periodEnded(at time: Duration, level lineLevel: Level) -> Actions {
        guard case .chattering(let end) = state else { return .none }
        guard time >= end else { return Actions(wakeUp: end) }
        state = .settled
        (readAt, seenAt) = (time, time)
        return believe(lineLevel, at: time)
    }

    /// The line was read for another reason. While it chatters, that says nothing.
    ///
    /// - Parameters:
    ///   - time: The time now.
    ///   - lineLevel: The line's level now.
    mutating func lineWasRead(at time: Duration, level lineLevel: Level) -> Actions {
        guard case .settled = state else { return .none }
        (readAt, seenAt) = (time, time)
        return believe(lineLevel, at: time)
    }

    /// The line cannot be read any more: from now on it is taken to be at rest, at `level`.
    mutating func lineIsGone(leaving level: Level) {
        self.level = level
        state = .settled
    }

    private mutating func believe(_ newLevel: Level, at time: Duration) -> Actions {
        guard newLevel != level else { return .none }
        level = newLevel
        state = .chattering(end: time + period)
        return Actions(report: newLevel, wakeUp: time + period)
    }
}
