/// Scheduled work, ordered by time. Work scheduled for the same time is ordered by insertion.
///
/// Each queue keeps a heap. The heap decides which work is due; the queue provides the time. It is a binary heap, so
/// that insertion and removal cost the logarithm of the number of entries. Periodic work stays in it, and moves to its
/// next time: a tick allocates nothing. The places of disposed work are removed when they exceed half of all places.
package struct TimerHeap {
    /// Work that is due.
    package struct Due {
        let work: ScheduledWork
        package let tick: Tick
        /// The time at which the work, or its first missed tick, was due.
        package let since: Duration

        package func run() { work.run(tick) }
    }

    private struct Place {
        var time: Duration
        let number: UInt64
        let work: ScheduledWork

        func isBefore(_ other: Place) -> Bool { (time, number) < (other.time, other.number) }
    }

    /// The number of disposed places up to which no sweep takes place, because it would cost more than it gains.
    private static let minimumToSweep = 32

    private let garbage: ScheduledWork.Garbage
    private var places: [Place] = []
    private var nextNumber: UInt64 = 0

    package init(garbage: ScheduledWork.Garbage) {
        self.garbage = garbage
    }

    /// The time at which the next work is due; nil if none waits.
    package var earliest: Duration? { places.first?.time }

    /// The number of waiting entries, including disposed work.
    var count: Int { places.count }

    package mutating func insert(_ work: ScheduledWork, at time: Duration) {
        if garbage.count.load(ordering: .relaxed) > max(places.count / 2, Self.minimumToSweep) { sweep() }
        places.append(Place(time: time, number: nextNumber, work: work))
        nextNumber += 1
        siftUp(places.endIndex - 1)
    }

    /// Removes and returns the next work that is due at `now`. Periodic work stays, and moves to its next time after
    /// `now`.
    package mutating func popDue(at now: Duration) -> Due? {
        while let place = places.first, place.time <= now {
            guard !place.work.isDisposed else {
                garbage.count.subtract(1, ordering: .relaxed)
                removeFirst()
                continue
            }
            guard let period = place.work.period else {
                removeFirst()
                return Due(work: place.work, tick: Tick(time: place.time), since: place.time)
            }
            let missed = Int((now - place.time).wholeNanoseconds / period.wholeNanoseconds)
            let tick = Tick(time: place.time + period * missed, missed: missed)
            places[0].time = tick.time + period
            siftDown(0)
            return Due(work: place.work, tick: tick, since: place.time)
        }
        return nil
    }

    package mutating func removeAll() {
        places = []
        garbage.count.store(0, ordering: .relaxed)
    }

    private mutating func removeFirst() {
        places.swapAt(0, places.endIndex - 1)
        places.removeLast()
        if !places.isEmpty { siftDown(0) }
    }

    private mutating func sweep() {
        let before = places.count
        places.removeAll { $0.work.isDisposed }
        garbage.count.subtract(before - places.count, ordering: .relaxed)
        // A sorted array is a heap.
        places.sort { $0.isBefore($1) }
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard places[child].isBefore(places[parent]) else { return }
            places.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in 2 * parent + 1...2 * parent + 2 where child < places.count {
                if places[child].isBefore(places[first]) { first = child }
            }
            guard first != parent else { return }
            places.swapAt(first, parent)
            parent = first
        }
    }
}
