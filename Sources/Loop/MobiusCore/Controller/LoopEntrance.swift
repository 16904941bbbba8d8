import CarillonScheduling

/// The entrance for events, from any thread, to a loop that a controller runs.
///
/// Handlers, event sources and views may keep it after the loop has ended. It then keeps no part of the loop alive.
///
/// Unchecked Sendable: the core is accessed on the queue only.
@usableFromInline
final class LoopEntrance<Model, Event, Effect>: @unchecked Sendable {
    /// The loop; `nil` when closed. Not retained, because a retain would cost 10 % of the time of an event.
    @exclusivity(unchecked) @usableFromInline var core: Unmanaged<LoopCore<Model, Event, Effect>>?
    /// Keeps the loop alive until the entrance is closed and the event that closed it has been processed.
    @exclusivity(unchecked) @usableFromInline var owned: LoopCore<Model, Event, Effect>?
    @usableFromInline let queue: any LoopQueue
    /// The loop's number in the session that is being recorded or replayed; nil without a session.
    @usableFromInline var session: LoopInSession?

    @inlinable
    init(to core: LoopCore<Model, Event, Effect>, on queue: any LoopQueue) {
        self.core = .passUnretained(core)
        owned = core
        self.queue = queue
    }

    /// Processes `event` at once if the caller is on the queue, and enqueues it otherwise.
    @inlinable
    func send(_ event: Event) {
        guard !queue.isCurrent else { return receive(event) }
        // Unsafe for the compiler only: Event is Sendable wherever a controller can be made.
        nonisolated(unsafe) let event = event
        let work: @Sendable () -> Void = { [self] in receive(event) }
        if let session { session.send(event, work) } else { queue.async(work) }
    }

    /// Registers the loop with the session, if there is one. On the queue, before the entrance is used.
    @inlinable
    func joinSession() {
        session = LoopInSession(on: queue, of: Event.self) { [self] event in
            if let event = event as? Event { receive(event) }
        }
    }

    /// Closes the entrance: later events are ignored. On the queue.
    func close() {
        queue.assertCurrent()
        core = nil
        if owned?.phase != .busy { owned = nil }
    }

    /// Releases the loop if the entrance is closed. Call after any work of the loop that may have closed it.
    @inlinable
    func releaseIfClosed() {
        if core == nil { owned = nil }
    }

    /// Processes `event`, unless the entrance is closed. The outermost call releases the loop: a nested call either
    /// returns before the entrance is closed, or finds it closed.
    @inlinable
    func receive(_ event: Event) {
        queue.assertCurrent()
        guard let core else { return }
        core._withUnsafeGuaranteedRef { core in _ = core.receive(event) }
        releaseIfClosed()
    }
}

/// A loop's number in the session of its queue.
@usableFromInline
struct LoopInSession: Sendable {
    private let queue: any SessionQueue
    private let number: Int

    /// - Returns: nil if the queue neither records nor replays a session.
    @usableFromInline
    init?(on queue: any LoopQueue, of event: Any.Type, receive: @escaping @Sendable (Any) -> Void) {
        guard let queue = queue.queueSession?.queue else { return nil }
        self.queue = queue
        number = queue.addLoop(of: event, receive)
    }

    @usableFromInline
    func send(_ event: Any, _ work: @escaping @Sendable () -> Void) { queue.send(event, toLoop: number, work) }
}
