import CarillonScheduling

/// The turns of the devices on a bus that are read again and again. Those at the same time share a timer, because a timer for
/// each would cost as much as a short transfer.
///
/// `@unchecked Sendable`: mutable state is accessed on the bus's thread only.
final class BusTurns: @unchecked Sendable {
    /// A structure, because an array wraps a closure anew each time that it is put in, and a turn is put in again and again.
    struct Turn: Sendable {
        /// Receives the time, and returns the time of the next turn; nil after the last one, and before a rest.
        let take: @Sendable (_ now: Duration) -> Duration?
    }

    private final class Entry {
        weak var turns: BusTurns?
    }

    /// Those of all buses in use.
    private static let all = Locked<[ObjectIdentifier: Entry]>([:])

    private let bus: any Scheduler
    private let entry = Entry()
    /// The turns that wait, by their times, in the order in which they were taken before.
    private var waiting: [(time: Duration, turns: [Turn])] = []

    private init(_ bus: any Scheduler) {
        self.bus = bus
        entry.turns = self
    }

    /// Returns the turns of a bus. May be called from any thread.
    static func of(_ bus: any Scheduler) -> BusTurns {
        all.withLock { all in
            if let turns = all[ObjectIdentifier(bus)]?.turns { return turns }
            let turns = BusTurns(bus)
            all[ObjectIdentifier(bus)] = turns.entry
            return turns
        }
    }

    deinit {
        let (bus, entry) = (ObjectIdentifier(bus), entry)
        Self.all.withLock { if $0[bus] === entry { $0[bus] = nil } }
    }

    /// Takes a turn now, and then each time that it returns. Call on the bus's thread.
    func take(_ turn: Turn) {
        if let time = turn.take(bus.now) { add(turn, at: time) }
    }

    /// Takes a turn at a time, and then each time that it returns. Call on the bus's thread.
    func add(_ turn: Turn, at time: Duration) {
        if let place = waiting.firstIndex(where: { $0.time == time }) {
            waiting[place].turns.append(turn)
        } else {
            waiting.append((time, [turn]))
            _ = bus.schedule(at: time) { [weak self] in self?.takeAll(at: time) }
        }
    }

    private func takeAll(at time: Duration) {
        guard let place = waiting.firstIndex(where: { $0.time == time }) else { return }
        for turn in waiting.remove(at: place).turns { take(turn) }
    }
}
