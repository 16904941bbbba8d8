import CarillonGPIO

/// The logic that decides when the contact behind a line has really changed.
///
/// A mechanical contact chatters for some milliseconds when it closes or opens. `Debounce` accepts the first edge at
/// once. It then ignores edges until there has been none for `period`, and compares the last reported level with the
/// line's level. So a press has no added latency, and the last report is correct even if the chatter or a full buffer
/// has lost edges.
///
/// This type only decides. Its owner reads the line, keeps the timer and delivers the reports.
struct Debounce {
    /// The next actions for the owner, in this order.
    struct Actions: Equatable {
        /// A level that the contact has had without a report. Report it before `report`.
        var missed: Level?
        /// The contact's new level, to report to the listeners.
        var report: Level?
        /// The time at which to read the line and call `periodEnded(at:level:)`.
        var wakeUp: Duration?

        static let none = Actions()
    }

    private enum State {
        /// The contact is at rest.
        case settled
        /// An edge was accepted. Further edges are chatter until there has been none up to `end`.
        case chattering(end: Duration)
    }

    /// The time without edges after which the contact is at rest.
    let period: Duration
    /// The most recently reported level.
    private(set) var level: Level
    private var state = State.settled
    /// The time of the last reading of the line. Older edges are included in it.
    private var readAt: Duration
    /// The last time at which the line was observed, by an edge or a reading. A change found by a reading is later than
    /// this time.
    private(set) var seenAt: Duration

    /// - Parameters:
    ///   - level: The line's level, read by the owner at `time`.
    ///   - time: The current time.
    ///   - period: The longest expected pause in the chatter: 5 to 20 ms for push buttons. Zero accepts every edge, and
    ///     reads the line after each.
    init(level: Level, at time: Duration, period: Duration) {
        self.level = level
        (readAt, seenAt) = (time, time)
        self.period = period
    }

    /// Handles an edge.
    ///
    /// - Parameters:
    ///   - newLevel: The level after the edge.
    ///   - time: The edge's own timestamp, not the time at which it was read.
    @inline(__always)  // on each press
    mutating func edge(to newLevel: Level, at time: Duration) -> Actions {
        guard time >= readAt else { return .none }
        seenAt = time
        switch state {
        case .chattering(let end) where time < end:
            state = .chattering(end: time + period)
            return .none
        case .settled, .chattering:
            // Before this edge the contact was at rest at the other level. That level is unreported if the owner's
            // timer is late, or if the contact had gone back by the time that the kernel read its level after the
            // previous edge.
            state = .settled
            let rested = newLevel.inverted
            let missed = rested == level ? nil : rested
            level = rested
            var actions = accept(newLevel, at: time)
            actions.missed = missed
            return actions
        }
    }

    /// Handles the wake-up of the last actions.
    ///
    /// - Parameters:
    ///   - time: The current time.
    ///   - lineLevel: The line's current level, read by the owner because edges may have been lost.
    mutating func periodEnded(at time: Duration, level lineLevel: Level) -> Actions {
        guard case .chattering(let end) = state else { return .none }
        guard time >= end else { return Actions(wakeUp: end) }
        state = .settled
        (readAt, seenAt) = (time, time)
        return accept(lineLevel, at: time)
    }

    /// Handles a reading of the line for another reason. While the contact chatters, the reading is ignored.
    ///
    /// - Parameters:
    ///   - time: The current time.
    ///   - lineLevel: The line's current level.
    mutating func lineWasRead(at time: Duration, level lineLevel: Level) -> Actions {
        guard case .settled = state else { return .none }
        (readAt, seenAt) = (time, time)
        return accept(lineLevel, at: time)
    }

    /// Notes that the line cannot be read any more. The contact is then assumed to be at rest, at `level`.
    mutating func lineDidDisappear(leaving level: Level) {
        self.level = level
        state = .settled
    }

    private mutating func accept(_ newLevel: Level, at time: Duration) -> Actions {
        guard newLevel != level else { return .none }
        level = newLevel
        let end = time + period
        state = .chattering(end: end)
        return Actions(report: newLevel, wakeUp: end)
    }
}
