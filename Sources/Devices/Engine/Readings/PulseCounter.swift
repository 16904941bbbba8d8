import CarillonGPIO

/// The logic that counts pulses by the edges of a line, and calculates their rate.
///
/// A pulse counts when the line has been active for the debounce time. The pulses from the last report on have the rate of the next
/// one. This type only decides; its owner keeps the timer.
struct PulseCounter {
    /// The number of pulses so far.
    private(set) var pulses = 0
    private let debounce, every, timeout: Duration
    private var level: Level
    /// The time since which the line has had the other level; nil if it has not.
    private var otherSince: Duration?
    /// The time of the last pulse; nil before the first one.
    private var last: Duration?
    /// The pulse from which the rate counts: the last one of a report, or the first one after a rest.
    private var start: (pulses: Int, time: Duration)?
    private var reported: (pulses: Int, time: Duration)?
    /// Pulses per second.
    private var rate = 0.0
    private var isNew = false

    init(level: Level, debounce: Duration, every: Duration, timeout: Duration) {
        (self.level, self.debounce, self.every, self.timeout) = (level, debounce, every, timeout)
    }

    /// Handles an edge, at the edge's own time. Without debouncing, two lost edges are a pulse, and an edge to the known level
    /// has followed a change that the kernel did not see.
    mutating func edge(to new: Level, at time: Duration, missed: Int) {
        settle(at: time)
        guard debounce == .zero else {
            otherSince = new == level ? nil : time
            return
        }
        let isUnseen = new == level
        count((missed - (isUnseen ? 1 : 0)) / 2, at: time)
        for level in isUnseen ? [new.inverted, new] : [new] { accept(level, at: time) }
    }

    /// Handles the end of an absence of the line. A level that it has then is no pulse.
    mutating func restart(at level: Level) {
        self.level = level
        (otherSince, last, start, rate, isNew) = (nil, nil, nil, 0, true)
    }

    /// Returns the pulses per second if it is time for a report; nil otherwise.
    mutating func report(at now: Duration) -> Double? {
        settle(at: now)
        guard let due, now >= due else { return nil }
        if let last, let first = start, last > first.time {
            rate = Double(pulses - first.pulses) / ((last - first.time) / .seconds(1))
            start = (pulses, last)
        }
        if let last, now > last { rate = now - last < timeout ? min(rate, .seconds(1) / (now - last)) : 0 }
        (reported, isNew) = ((pulses, now), false)
        return rate
    }

    /// The time at which to call `report(at:)` if there is no edge before; nil for no time.
    var wakeUp: Duration? { [otherSince.map { $0 + debounce }, due].compactMap(\.self).min() }

    /// The time of the next report: as soon as there are pulses, and when the rate has to fall by a tenth.
    private var due: Duration? {
        guard !isNew, let reported else { return isNew || pulses > 0 ? .zero : nil }
        let next = reported.time + every
        if pulses > reported.pulses { return next }
        guard rate > 0, let last else { return nil }
        return min(max(next, last + .seconds(1) * (10 / 9 / rate)), last + timeout)
    }

    private mutating func settle(at time: Duration) {
        if let since = otherSince, time - since >= debounce {
            otherSince = nil
            accept(level.inverted, at: since)
        }
    }

    private mutating func accept(_ new: Level, at time: Duration) {
        level = new
        if new == .active { count(1, at: time) }
    }

    private mutating func count(_ new: Int, at time: Duration) {
        guard new > 0 else { return }
        pulses += new
        if last.map({ time - $0 >= timeout }) ?? true { start = (pulses, time) }
        last = time
    }
}
