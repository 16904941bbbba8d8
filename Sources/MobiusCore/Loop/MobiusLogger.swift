/// Watches a loop work. Each method does nothing unless it is implemented.
///
/// Called on the loop's queue; what a logger does there delays the loop.
public protocol MobiusLogger {
    /// The loop's model.
    associatedtype Model
    /// The loop's events.
    associatedtype Event
    /// The loop's effects.
    associatedtype Effect

    /// A controller is about to call its `initiate` function.
    func willInitiate(model: Model)
    /// The `initiate` function has answered.
    func didInitiate(model: Model, first: First<Model, Effect>)
    /// The update function is about to be called.
    func willUpdate(model: Model, event: Event)
    /// The update function has answered; `model` is the one that it was given.
    func didUpdate(model: Model, event: Event, next: Next<Model, Effect>)
}

extension MobiusLogger {
    /// Does nothing.
    public func willInitiate(model: Model) {}
    /// Does nothing.
    public func didInitiate(model: Model, first: First<Model, Effect>) {}
    /// Does nothing.
    public func willUpdate(model: Model, event: Event) {}
    /// Does nothing.
    public func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {}
}

/// A ``MobiusLogger`` whose own type is hidden.
public final class AnyMobiusLogger<Model, Event, Effect>: MobiusLogger, Sendable {
    private let willInitiateClosure: @Sendable (Model) -> Void
    private let didInitiateClosure: @Sendable (Model, First<Model, Effect>) -> Void
    private let willUpdateClosure: @Sendable (Model, Event) -> Void
    private let didUpdateClosure: @Sendable (Model, Event, Next<Model, Effect>) -> Void

    /// Hides the type of `logger`.
    public init<L: MobiusLogger & Sendable>(_ logger: L)
    where L.Model == Model, L.Event == Event, L.Effect == Effect {
        willInitiateClosure = { logger.willInitiate(model: $0) }
        didInitiateClosure = { logger.didInitiate(model: $0, first: $1) }
        willUpdateClosure = { logger.willUpdate(model: $0, event: $1) }
        didUpdateClosure = { logger.didUpdate(model: $0, event: $1, next: $2) }
    }

    /// Passed on to the hidden logger.
    public func willInitiate(model: Model) {
        willInitiateClosure(model)
    }

    /// Passed on to the hidden logger.
    public func didInitiate(model: Model, first: First<Model, Effect>) {
        didInitiateClosure(model, first)
    }

    /// Passed on to the hidden logger.
    public func willUpdate(model: Model, event: Event) {
        willUpdateClosure(model, event)
    }

    /// Passed on to the hidden logger.
    public func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {
        didUpdateClosure(model, event, next)
    }
}
