import CarillonScheduling
import CarillonSession

/// The way of an outbox's events into its file: a session file, with a session for each start of the program.
///
/// Only what is new is written: each event is an entry, and so is the state of the outbox after each change. The file is a
/// ring. So the events that wait are written again before others take the place of their blocks.
struct OutboxLog {
    /// The number of slots: 512 KiB. 1000 events with short names take ten, and each copy of them has its own, so a power cut while
    /// they are written again leaves the older copy.
    static let slots = 128
    /// The longest time for which the disk lacks an event that waits.
    static let flushPeriod = Duration.seconds(10)
    /// The number of blocks after which the events that wait are written again.
    private static let renewal = 24

    private var log: SessionLog
    /// The outbox that the file has.
    private var recorded: (last: Int, dropped: Int, count: Int)
    /// The number of blocks that have become full since the events that wait were written.
    private var filled = renewal
    private var aheadSince: Duration?

    /// - Parameter contents: The file. Its sessions are kept until their slots are needed.
    init(_ contents: OutboxContents, clock: OutboxClock) {
        var header = Session.Header()
        // An outbox has no version of a program, but a boot, whose times the clock compares.
        (header.program, header.version) = ("outbox", clock.boot)
        log = SessionLog(header, in: contents.file, limit: Self.slots)
        recorded = (contents.state.last, contents.state.dropped, contents.events.count)
    }

    /// Returns the writes that bring the file up to date.
    mutating func record(_ outbox: Outbox, clock: OutboxClock, at now: Duration) -> [SessionLog.Write] {
        let present = (last: outbox.lastEvent, dropped: outbox.dropped, count: outbox.eventCount)
        guard present != recorded else { return [] }
        let isRenewal = filled >= Self.renewal
        var writes: [SessionLog.Write] = []
        for event in outbox.events(after: isRenewal ? 0 : recorded.last) {
            log.append(event.entry)
            writes += log.takeWrites()
        }
        log.append(OutboxState(of: outbox, clock).entry(at: now))
        log.flush()
        writes += log.takeWrites()
        // The last block is not full.
        filled = isRenewal ? 0 : filled + writes.count - 1
        recorded = present
        aheadSince = aheadSince ?? now
        return writes
    }

    /// Returns the time at which the disk should have what has been written; nil for no hurry. While nothing waits, the
    /// kernel chooses the time.
    func syncDue(_ outbox: Outbox) -> Duration? {
        outbox.eventCount > 0 ? aheadSince.map { $0 + Self.flushPeriod } : nil
    }

    /// Whether the disk may lack something that has been written.
    var isAhead: Bool { aheadSince != nil }

    /// Notes that the disk has everything that has been written.
    mutating func synced() {
        aheadSince = nil
        log.synced()
    }
}
