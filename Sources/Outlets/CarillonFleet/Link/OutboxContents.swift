import CarillonScheduling
import CarillonSession

/// The contents of an outbox's file: what an earlier start of the program has left.
struct OutboxContents: Sendable {
    let file: SessionFile
    /// The newest state of the outbox.
    let state: OutboxState
    /// The events that wait, in order. Their times are those of this start of the program.
    let events: [Outbox.Event]
    /// The number of events that wait, and cannot be read: of damaged blocks, with names too long for the file, or of a power cut
    /// that the disk did not have yet.
    let missing: Int
    /// Whether the file has something else than whole blocks and zeros, and must be kept for the user. A power cut
    /// during a write has this effect, too, but costs no event that the disk had.
    var isDamaged: Bool { file.isDamaged || file.slotCount > OutboxLog.slots }

    /// - Parameter clock: The present clocks.
    init(_ bytes: [UInt8], clock: OutboxClock, at now: Duration) {
        file = SessionFile(bytes)
        var newest = OutboxState()
        var found: [Int: Outbox.Event] = [:]
        for number in file.sessions {
            let session = file.session(number)
            guard let state = session.entries.reversed().lazy.compactMap({ OutboxState($0) }).first else { continue }
            newest = state
            let earlier = OutboxClock(boot: session.header?.version ?? "", offset: state.offset)
            for event in session.entries.compactMap({ Outbox.Event($0) }) {
                found[event.number] = Outbox.Event(
                    topic: event.topic, type: event.type, number: event.number,
                    time: clock.present(event.time, of: earlier, at: now))
            }
        }
        let waiting = newest.waiting
        state = newest
        events = found.values.filter { event in waiting.contains { $0.contains(event.number) } }
            .sorted { $0.number < $1.number }
        missing = max(waiting.reduce(0) { $0 + $1.count } - events.count, 0)
    }
}
