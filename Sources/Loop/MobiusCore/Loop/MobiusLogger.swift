/// An observer of the work of a loop. The default implementation of each method does nothing.
///
/// The methods are called on the loop's queue. The loop waits until they return.
public protocol MobiusLogger {
    /// The loop's model.
    associatedtype Model
    /// The loop's events.
    associatedtype Event
    /// The loop's effects.
    associatedtype Effect

    /// Called before a controller calls its `initiate` function.
    func willInitiate(model: Model)
    /// Called after the `initiate` function has returned.
    func didInitiate(model: Model, first: First<Model, Effect>)
    /// Called before the update function.
    func willUpdate(model: Model, event: Event)
    /// Called after the update function has returned. `model` is the model that was passed to it.
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

/// A type-erased ``MobiusLogger``.
public final class AnyMobiusLogger<Model, Event, Effect>: MobiusLogger, Sendable {
    private let willInitiateClosure: @Sendable (Model) -> Void
    private let didInitiateClosure: @Sendable (Model, First<Model, Effect>) -> Void
    private let willUpdateClosure: @Sendable (Model, Event) -> Void
    private let didUpdateClosure: @Sendable (Model, Event, Next<Model, Effect>) -> Void

    /// Erases the type of `logger`.
    public init<L: MobiusLogger & Sendable>(_ logger: L)
    where L.Model == Model, L.Event == Event, L.Effect == Effect {
        willInitiateClosure = { logger.willInitiate(model: $0) }
        didInitiateClosure = { logger.didInitiate(model: $0, first: $1) }
        willUpdateClosure = { logger.willUpdate(model: $0, event: $1) }
        didUpdateClosure = { logger.didUpdate(model: $0, event: $1, next: $2) }
    }

    /// Forwards the call to the wrapped logger.
    public func willInitiate(model: Model) {
        willInitiateClosure(model)
    }

    /// Forwards the call to the wrapped logger.
    public func didInitiate(model: Model, first: First<Model, Effect>) {
        didInitiateClosure(model, first)
    }

    /// Forwards the call to the wrapped logger.
    public func willUpdate(model: Model, event: Event) {
        willUpdateClosure(model, event)
    }

    /// Forwards the call to the wrapped logger.
    public func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {
        didUpdateClosure(model, event, next)
    }
}
