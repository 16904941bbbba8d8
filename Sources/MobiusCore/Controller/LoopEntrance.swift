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
        queue.async { [self] in receive(event) }
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
