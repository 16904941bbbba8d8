/// Scheduled work, ordered by time. Work scheduled for the same time is ordered by insertion.
///
/// Each queue keeps a heap. The heap decides which work is due; the queue provides the time. It is a binary heap, so
/// that insertion and removal cost the logarithm of the number of entries. Periodic work stays in it, and moves to its
/// next time: a tick allocates nothing. The entries of disposed work are removed when they exceed half of all entries.
package struct TimerHeap {
    /// Work that is due.
    package struct Due {
        let work: ScheduledWork
        package let tick: TimerTick
        /// The time at which the work, or its first missed tick, was due.
        package let since: Duration

        package func run() { work.run(tick) }
    }

    private struct Entry {
        var time: Duration
        let number: UInt64
        let work: ScheduledWork

        func isBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    /// The number of disposed entries up to which nothing is swept, because it would cost more than it gains.
    private static let minimumToSweep = 32

    private let garbage: ScheduledWork.Garbage
    private var entries: [Entry] = []
    private var nextNumber: UInt64 = 0

    package init(garbage: ScheduledWork.Garbage) {
        self.garbage = garbage
    }

    /// The time at which the next work is due; nil if none waits.
    package var earliest: Duration? { entries.first?.time }

    /// The number of waiting entries, including disposed work.
    var count: Int { entries.count }

    package mutating func insert(_ work: ScheduledWork, at time: Duration) {
        if garbage.count.load(ordering: .relaxed) > max(entries.count / 2, Self.minimumToSweep) { sweep() }
        entries.append(Entry(time: time, number: nextNumber, work: work))
        nextNumber += 1
        siftUp(entries.endIndex - 1)
    }

    /// Removes and returns the next work that is due at `now`. Periodic work stays, and moves to its next time after
    /// `now`.
    package mutating func popDue(at now: Duration) -> Due? {
        while let entry = entries.first, entry.time <= now {
            guard !entry.work.isDisposed else {
                garbage.count.subtract(1, ordering: .relaxed)
                removeFirst()
                continue
            }
            guard let period = entry.work.period else {
                removeFirst()
                return Due(work: entry.work, tick: TimerTick(time: entry.time), since: entry.time)
            }
            let tick = Self.tick(of: entry, each: period, at: now)
            entries[0].time = tick.time + period
            siftDown(0)
            return Due(work: entry.work, tick: tick, since: entry.time)
        }
        return nil
    }

    private static func tick(of entry: Entry, each period: Duration, at now: Duration) -> TimerTick {
        let late = now - entry.time
        // The usual case. A division of durations would take longer than the rest of a tick.
        guard late >= period else { return TimerTick(time: entry.time) }
        let missed = Int(late.wholeNanoseconds / period.wholeNanoseconds)
        return TimerTick(time: entry.time + period * missed, missed: missed)
    }

    package mutating func removeAll() {
        entries = []
        garbage.count.store(0, ordering: .relaxed)
    }

    private mutating func removeFirst() {
        entries.swapAt(0, entries.endIndex - 1)
        entries.removeLast()
        if !entries.isEmpty { siftDown(0) }
    }

    private mutating func sweep() {
        let before = entries.count
        entries.removeAll { $0.work.isDisposed }
        garbage.count.subtract(before - entries.count, ordering: .relaxed)
        // A sorted array is a heap.
        entries.sort { $0.isBefore($1) }
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].isBefore(entries[parent]) else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in 2 * parent + 1...2 * parent + 2 where child < entries.count {
                if entries[child].isBefore(entries[first]) { first = child }
            }
            guard first != parent else { return }
            entries.swapAt(first, parent)
            parent = first
        }
    }
}
