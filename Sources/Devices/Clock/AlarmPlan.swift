import CarillonScheduling

/// The alarms of a clock, and the times at which they ring.
///
/// An alarm rings at most once for each of its times, whatever happens to the clock. Times are in seconds since 1970; those of
/// the queue are durations. The wall clock differs from the queue's by `offset`, which changes only when the clock is set.
struct AlarmPlan {
    /// An event of an alarm.
    enum Action: Equatable {
        /// The alarm rings for `time`, after `missed` earlier times that it has not rung for.
        case ring(Int, time: Int64, missed: Int)
        /// The alarm does not ring for `count` times, the last of which is `time`.
        case miss(Int, time: Int64, count: Int)
    }

    private struct Entry {
        let schedule: Schedule
        /// The queue's time at which the alarm was set.
        let start: Duration
        /// The alarm has rung for all of its times up to this one that it will ring for.
        var mark: Int64
        /// The time for which it rang last.
        var rung: Int64?
        /// The next time; nil if there is none within a year.
        var due: Int64?
    }

    /// A change of the clock by less than this corrects it: alarms that it jumps over ring late. A greater one replaces a wrong
    /// time by a right one. cron(8) of Debian has the same limit.
    static let correction = Duration.seconds(3 * 3600)
    /// An alarm with an interval is not made up for after this time.
    private static let latestInterval: Int64 = 60
    /// The largest number of missed times that are counted.
    private static let mostMissed = 1000

    /// The zone and the place.
    let circumstances: ClockCircumstances
    /// The clock is not set before this time, which cannot be the present.
    let earliest: Int64
    /// The wall clock's time minus the queue's.
    private(set) var offset: Duration
    private var entries: [Int: Entry] = [:]
    /// Whether the alarms wait until the clock is set.
    private var isWaiting = false
    /// The queue's time at which the clock was lost, after it had been set; nil if it never was.
    private var lost: Duration?

    init(_ circumstances: ClockCircumstances, offset: Duration, earliest: Int64) {
        (self.circumstances, self.offset, self.earliest) = (circumstances, offset, earliest)
    }

    /// Returns the wall clock's time.
    func wall(_ now: Duration) -> Int64 { Self.seconds(now + offset) }

    /// Returns whether the wall clock has been set.
    func isSet(_ now: Duration) -> Bool { wall(now) >= earliest }

    /// The queue's time at which an alarm rings next; nil if there is none.
    var nextDue: Duration? {
        // A clock that has not been set becomes right by itself if it is only a little behind the build of the program.
        let next = isWaiting && !entries.isEmpty ? earliest : entries.values.compactMap(\.due).min()
        return next.map { .seconds($0) - offset }
    }

    /// The next time of an alarm of the day.
    var nextDaily: Int64? { entries.values.lazy.filter(\.schedule.isDaily).compactMap(\.due).min() }

    /// Returns the next time of an alarm; nil if there is none.
    func next(of id: Int) -> Int64? { entries[id]?.due }

    /// Sets an alarm; nil switches it off. An alarm that has the schedule already stays as it is.
    mutating func set(_ id: Int, to schedule: Schedule?, at now: Duration) {
        guard entries[id]?.schedule != schedule else { return }
        entries[id] = schedule.map { Entry(schedule: $0, start: now, mark: wall(now)) }
        plan(id, at: now)
    }

    /// Returns the alarms that are due, the earliest first.
    mutating func advance(to now: Duration) -> [Action] {
        let wall = wall(now)
        var actions: [Action] = []
        if isWaiting, isSet(now) { for id in entries.keys { plan(id, at: now) } }
        for id in entries.keys.sorted() {
            guard let entry = entries[id], let due = entry.due, due <= wall else { continue }
            let (last, count) = times(of: entry.schedule, from: due, to: wall)
            let limit = entry.schedule.isDaily ? Self.correction.components.seconds : Self.latestInterval
            let rings = wall - last < limit
            actions.append(
                rings ? .ring(id, time: last, missed: count - 1) : .miss(id, time: last, count: count))
            entries[id]?.mark = wall
            if rings { entries[id]?.rung = last }
            plan(id, at: now)
        }
        return actions.sorted { $0.time < $1.time }
    }

    /// Notes that the wall clock has been set.
    ///
    /// - Returns: The alarms that ring late, or do not ring.
    mutating func setClock(_ new: Duration, at now: Duration) -> [Action] {
        let wasSet = isSet(now)
        let isCorrection = abs((new - offset).components.seconds) < Self.correction.components.seconds
        offset = new
        let wall = wall(now)
        if wasSet, !isSet(now) { lost = now }
        var missed: [Action] = []
        for id in entries.keys.sorted() {
            guard let entry = entries[id] else { continue }
            if !wasSet {
                // The program knows for how long it has been waiting: alarms of that time ring late, or are missed.
                let waiting = now - max(entry.start, lost ?? entry.start)
                entries[id]?.mark = Self.seconds(now + offset - waiting)
            } else if !isCorrection {
                // An alarm of the second to which the clock is set rings.
                let before = wall - 1
                entries[id]?.mark = before
                if let due = entry.due, due <= before {
                    let (last, count) = times(of: entry.schedule, from: due, to: before)
                    missed.append(.miss(id, time: last, count: count))
                }
            }
            plan(id, at: now)
        }
        return missed.sorted { $0.time < $1.time } + advance(to: now)
    }

    /// Calculates the next time of an alarm. While the clock is not set, there is none.
    private mutating func plan(_ id: Int, at now: Duration) {
        guard let entry = entries[id] else { return }
        isWaiting = !isSet(now)
        var due = !isWaiting ? entry.schedule.next(after: entry.mark, in: circumstances) : nil
        // A clock that is put back a day shows the same times again.
        if let time = due, time == entry.rung { due = entry.schedule.next(after: time, in: circumstances) }
        entries[id]?.due = due
    }

    /// Returns the last time of a schedule up to `end`, and the number of times from `first`, which is one of them.
    private func times(of schedule: Schedule, from first: Int64, to end: Int64) -> (last: Int64, count: Int) {
        var (last, count) = (first, 1)
        while count < Self.mostMissed, let next = schedule.next(after: last, in: circumstances), next <= end {
            (last, count) = (next, count + 1)
        }
        guard count == Self.mostMissed else { return (last, count) }
        let recent = end - Self.correction.components.seconds
        while let next = schedule.next(after: max(last, recent), in: circumstances), next <= end { last = next }
        return (last, count)
    }

    private static func seconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return attoseconds < 0 ? seconds - 1 : seconds
    }
}

extension AlarmPlan.Action {
    /// The time that the action is about.
    var time: Int64 {
        switch self {
        case .ring(_, let time, _), .miss(_, let time, _): time
        }
    }
}
