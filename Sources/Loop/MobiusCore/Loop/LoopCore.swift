import CarillonScheduling

/// A running loop: it takes events one at a time, keeps the model, notifies the observers, and dispatches the effects.
///
/// Each event is completed before the next one begins. First its model is set, then the observers are notified, then
/// its effects are dispatched one after the other. The next event follows, in the order in which the events were sent.
/// An event that an effect handler or an observer sends meanwhile waits for its turn.
///
/// The core is not bound to a thread. Its owner calls it from one thread at a time: `MobiusLoop` through a
/// `CallerQueue`, a controller on its queue.
///
/// Unchecked Sendable because of that owner: consumers that capture the core access it on the owner's queue only. The
/// stored properties have no dynamic exclusivity checks, because these cost more than all other work on the common
/// path. That is safe: each access lasts for one load or store only, or only the core's own code accesses the property
/// during a longer one.
@usableFromInline
final class LoopCore<Model, Event, Effect>: @unchecked Sendable {
    @usableFromInline
    enum Phase {
        /// Waiting for an event.
        case idle
        /// An event is being processed, or the loop is being set up. Events that are sent now wait.
        case busy
        /// Ended. Events that are sent now are refused.
        case disposed
    }

    @usableFromInline let update: Update<Model, Event, Effect>
    @exclusivity(unchecked) @usableFromInline var logger: AnyMobiusLogger<Model, Event, Effect>?
    @exclusivity(unchecked) @usableFromInline var phase = Phase.busy
    @exclusivity(unchecked) @usableFromInline var model: Model
    @exclusivity(unchecked) @usableFromInline var waiting = FIFO<Event>()
    @exclusivity(unchecked) @usableFromInline var observers = Observers<Model>()
    @exclusivity(unchecked) @usableFromInline var effectHandler: Connection<Effect>?
    @exclusivity(unchecked) @usableFromInline var eventSource: (any Disposable)?

    /// Creates a loop that collects events until ``begin(with:)``.
    @inlinable
    init(
        model: Model, update: Update<Model, Event, Effect>, logger: AnyMobiusLogger<Model, Event, Effect>?
    ) {
        self.model = model
        self.update = update
        self.logger = logger
    }

    /// Dispatches the first effects, and then processes the events that were sent while the loop was being set up.
    @inlinable
    func begin(with effects: [Effect]) {
        guard phase == .busy else { return }
        dispatch(effects)
        processWaiting()
    }

    /// Processes `event`, or lets it wait for its turn.
    ///
    /// - Returns: Whether the event was accepted; `false` if the loop has been disposed.
    @inlinable
    func receive(_ event: Event) -> Bool {
        switch phase {
        case .idle:
            phase = .busy
            process(event)
            if phase == .busy, waiting.isEmpty {
                phase = .idle
            } else {
                processWaiting()
            }
            return true
        case .busy:
            waiting.append(event)
            return true
        case .disposed:
            return false
        }
    }

    /// Ends the loop, and drops the waiting events.
    ///
    /// - Parameter processingLastEvents: Whether events that handlers send while they are disposed are still processed.
    ///   The effects of these events are dropped.
    @inlinable
    func dispose(processingLastEvents: Bool) {
        guard phase != .disposed else { return }
        phase = processingLastEvents ? .busy : .disposed
        if !waiting.isEmpty { waiting.removeAll() }
        let eventSource = self.eventSource
        let effectHandler = self.effectHandler
        self.eventSource = nil
        self.effectHandler = nil
        eventSource?.dispose()
        effectHandler?.dispose()
        if !waiting.isEmpty { processWaiting() }
        phase = .disposed
        if !observers.isEmpty { observers.removeAll() }
    }

    /// Lets all events wait, as if the loop were processing one.
    ///
    /// - Returns: Whether the loop is held; `false` if it is processing an event, or has ended.
    func hold() -> Bool {
        guard phase == .idle else { return false }
        phase = .busy
        return true
    }

    /// Processes one event of a loop that is held.
    func step() {
        if let event = waiting.popFirst() { process(event) }
    }

    /// Ends a hold, for a loop that is disposed next.
    func endHold() {
        if phase == .busy { phase = .idle }
    }

    @inlinable @inline(__always)
    func process(_ event: Event) {
        if let logger { logger.willUpdate(model: model, event: event) }
        let next = update.function(model, event)
        if let logger { logger.didUpdate(model: model, event: event, next: next) }
        if let newModel = next.model {
            model = newModel
            if !observers.isEmpty { observers.notify(newModel) }
        }
        if !next.effects.isEmpty { dispatch(next.effects) }
    }

    @inlinable
    func dispatch(_ effects: [Effect]) {
        for effect in effects {
            guard phase == .busy, let effectHandler else { return }
            effectHandler.accept(effect)
        }
    }

    @inlinable
    func processWaiting() {
        while phase == .busy {
            guard let event = waiting.popFirst() else {
                phase = .idle
                return
            }
            process(event)
        }
    }
}
