import CarillonScheduling

/// The entrance for events, from any thread, to a loop that a controller runs.
///
/// Handlers, event sources and views may keep it after the loop has ended. It then holds nothing of the loop.
///
/// Unchecked Sendable: the core is touched on the queue only.
@usableFromInline
final class LoopEntrance<Model, Event, Effect>: @unchecked Sendable {
    /// The loop, not retained, because that would cost a tenth of an event; `nil` when closed.
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

    /// Processes `event` at once on the queue, and enqueues it elsewhere.
    @inlinable
    func send(_ event: Event) {
        guard !queue.isCurrent else { return receive(event) }
        // Unsafe for the compiler only: Event is Sendable wherever a controller can be made.
        nonisolated(unsafe) let event = event
        queue.async { [self] in receive(event) }
    }

    /// Ignores all events from now on. On the queue.
    func close() {
        queue.assertCurrent()
        core = nil
        if owned?.phase != .busy { owned = nil }
    }

    /// To be called when the loop has done what may have closed the entrance.
    @inlinable
    func letGoIfClosed() {
        if core == nil { owned = nil }
    }

    /// The outermost call is the one that lets go: a call from within an event returns before the entrance is closed, or
    /// finds it closed.
    @inlinable
    func receive(_ event: Event) {
        queue.assertCurrent()
        guard let core else { return }
        core._withUnsafeGuaranteedRef { core in _ = core.receive(event) }
        letGoIfClosed()
    }
}
