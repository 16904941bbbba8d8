import CarillonScheduling

/// A running loop: takes events one at a time, keeps the model, tells the observers, hands out the effects.
///
/// Everything happens in order, and each event is completed before the next begins: its model is set, the observers
/// are told of it, its effects are handed out one after the other; and only then comes the next event, in the order
/// in which they were sent. An event that is sent from within (by an effect handler, an observer) waits for its turn.
///
/// The core knows no thread. Its owner calls it from one at a time: `MobiusLoop` in turn, a controller on its queue.
///
/// Unchecked Sendable because of that owner: consumers that capture the core touch it only on the owner's queue. The
/// stored properties are free of dynamic exclusivity checks, which cost more than all else on the straight path: none is
/// accessed for longer than a load or a store, or it is touched by the core's own code only in between.
@usableFromInline
final class LoopCore<Model, Event, Effect>: @unchecked Sendable {
    @usableFromInline
    enum Phase {
        /// Waiting for an event.
        case idle
        /// An event is being processed, or the loop is being set up: what is sent now waits.
        case busy
        /// Over: whatever is sent now is refused.
        case disposed
    }

    @usableFromInline let update: Update<Model, Event, Effect>
    @usableFromInline let logger: AnyMobiusLogger<Model, Event, Effect>?
    @exclusivity(unchecked) @usableFromInline var phase = Phase.busy
    @exclusivity(unchecked) @usableFromInline var model: Model
    @exclusivity(unchecked) @usableFromInline var waiting = FIFO<Event>()
    @exclusivity(unchecked) @usableFromInline var observers = Observers<Model>()
    @exclusivity(unchecked) @usableFromInline var effectHandler: Connection<Effect>?
    @exclusivity(unchecked) @usableFromInline var eventSource: (any Disposable)?

    /// A loop that collects events until ``begin(with:)``.
    @inlinable
    init(
        model: Model, update: Update<Model, Event, Effect>, logger: AnyMobiusLogger<Model, Event, Effect>?
    ) {
        self.model = model
        self.update = update
        self.logger = logger
    }

    /// Hands out the first effects, and then processes what was sent while the loop was being set up.
    @inlinable
    func begin(with effects: [Effect]) {
        guard phase == .busy else { return }
        handOut(effects)
        processWaiting()
    }

    /// Processes `event`, or lets it wait for its turn.
    ///
    /// - Returns: Whether the event was taken: `false` when the loop has been disposed.
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

    /// Ends the loop: nothing that waits is processed any more.
    ///
    /// - Parameter processingLastEvents: Whether events that handlers send while they are disposed are still processed.
    ///   These events have no effects.
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

    @inlinable @inline(__always)
    func process(_ event: Event) {
        if let logger { logger.willUpdate(model: model, event: event) }
        let next = update.function(model, event)
        if let logger { logger.didUpdate(model: model, event: event, next: next) }
        if let newModel = next.model {
            model = newModel
            if !observers.isEmpty { observers.tell(newModel) }
        }
        if !next.effects.isEmpty { handOut(next.effects) }
    }

    @inlinable
    func handOut(_ effects: [Effect]) {
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
