import CarillonScheduling

/// Keeps the events of an outbox in a store. After the first error, events are in memory only. Used on the fleet's queue.
struct OutboxKeeper {
    /// nil loses events that wait when the program ends.
    let store: (any OutboxStore)?
    /// Called with each message to the user.
    let report: @Sendable (FleetNotice) -> Void
    /// The way of events to the store; nil without a store that can be used.
    private var log: OutboxLog?

    init(_ store: (any OutboxStore)?, report: @escaping @Sendable (FleetNotice) -> Void) {
        (self.store, self.report) = (store, report)
    }

    /// Takes over the events that an earlier start of the program has left.
    mutating func restore(into core: inout FleetCore, at now: Duration) {
        attempt { keeper in
            guard let store = keeper.store else { return }
            let clock = store.clock(at: now)
            var found = OutboxContents(try store.read(), clock: clock, at: now)
            core.restore(found)
            if found.isDamaged {
                keeper.report(.damaged(path: store.path, copy: try store.setAside(), missing: found.missing))
                found = OutboxContents([], clock: clock, at: now)
            }
            keeper.log = OutboxLog(found, clock: clock)
        }
    }

    /// Passes changes of the events that wait to the store.
    mutating func keep(_ outbox: Outbox, at now: Duration) {
        attempt { keeper in
            guard let store = keeper.store, keeper.log != nil else { return }
            for write in keeper.log!.record(outbox, clock: store.clock(at: now), at: now) {
                try store.write(write.bytes, at: write.offset)
            }
        }
        if let due = syncDue(outbox), due <= now { sync() }
    }

    /// The time at which the disk has to get what has been written; nil if it has everything.
    func syncDue(_ outbox: Outbox) -> Duration? { log?.syncDue(outbox) }

    /// Ends the use of the store.
    mutating func close() {
        if log?.isAhead == true { sync() }
        store?.close()
        log = nil
    }

    private mutating func sync() {
        attempt { keeper in try keeper.store?.sync() }
        log?.synced()
    }

    private mutating func attempt(_ body: (inout OutboxKeeper) throws -> Void) {
        do {
            try body(&self)
        } catch {
            log = nil
            report(.memoryOnly(path: store?.path ?? "", reason: "\(error)"))
        }
    }
}
