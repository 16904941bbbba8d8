import CarillonScheduling

/// The times of an event, on the clock of the loop's queue.
package struct EventMoments: Sendable {
    /// The time of the edge or the timer that caused the event; without one, that of `began`.
    package let happened: Duration
    /// The time at which the update function was called.
    package let began: Duration
    /// The time at which the update function returned.
    package let updated: Duration
    /// The time at which the handler of the last effect returned.
    package let ended: Duration
    /// The times at which each effect was passed to its handler, and at which the handler returned. Empty for an old
    /// event, if the events after it had many effects.
    package let effects: [(began: Duration, ended: Duration)]
}

/// The times of the latest events of a loop, in memory of fixed size.
///
/// It is not generic, so that it costs an application no code. Used on the loop's queue only.
final class EventTimes {
    private struct Stored {
        let isStart: Bool
        let happened: Duration
        let began: Duration
        let updated: Duration
        var ended: Duration
        /// The number of the first effect, among those of all events.
        let firstEffect: Int
    }

    let capacity: Int
    private(set) var count = 0
    private let moments: UnsafeMutablePointer<Stored>
    private let effects: UnsafeMutablePointer<(began: Duration, ended: Duration)>
    private var countOfEffects = 0
    private var began = Duration.zero
    private var happened = Duration.zero

    /// - Parameter capacity: At least 64.
    init(capacity: Int) {
        self.capacity = max(capacity, 64)
        // All elements are trivial, so they need no initialization.
        moments = .allocate(capacity: self.capacity)
        effects = .allocate(capacity: self.capacity)
    }

    deinit {
        moments.deallocate()
        effects.deallocate()
    }

    /// The numbers of the events that are kept.
    var kept: Range<Int> { max(0, count - capacity)..<count }

    /// Returns whether a kept entry is a start.
    func isStart(_ number: Int) -> Bool { moments[number % capacity].isStart }

    /// Returns the times of a kept event.
    func moments(_ number: Int) -> EventMoments {
        let event = moments[number % capacity]
        let end = number + 1 < count ? moments[(number + 1) % capacity].firstEffect : countOfEffects
        let areKept = event.firstEffect >= countOfEffects - capacity
        return EventMoments(
            happened: event.happened, began: event.began, updated: event.updated, ended: event.ended,
            effects: areKept ? (event.firstEffect..<end).map { effects[$0 % capacity] } : [])
    }

    func begin(at now: Duration) {
        began = now
        happened = EventTimestamp.current ?? now
    }

    func append(at now: Duration) { append(isStart: false, happened: happened, began: began, updated: now) }

    func append(isStart: Bool, happened: Duration, began: Duration, updated: Duration) {
        moments[count % capacity] = Stored(
            isStart: isStart, happened: happened, began: began, updated: updated, ended: updated,
            firstEffect: countOfEffects)
        count += 1
    }

    func effectBegan(at now: Duration) {
        effects[countOfEffects % capacity] = (now, now)
        countOfEffects += 1
    }

    func effectEnded(at now: Duration) {
        guard count > 0, countOfEffects > 0 else { return }
        effects[(countOfEffects - 1) % capacity].ended = now
        moments[(count - 1) % capacity].ended = now
    }
}
