/// The update function of a loop: a pure function that takes a model and an event, and returns the ``Next`` model and effects.
@frozen public struct Update<Model, Event, Effect>: Sendable {
    @usableFromInline let function: @Sendable (Model, Event) -> Next<Model, Effect>

    /// Creates an update function from a closure.
    ///
    /// - Parameter update: A pure function: its result depends on its arguments only, and it has no side effects. It
    ///   runs on the loop's queue.
    @inlinable
    public init(_ update: @escaping @Sendable (Model, Event) -> Next<Model, Effect>) {
        function = update
    }

    /// Returns the new model and the effects for `event`.
    ///
    /// - Parameters:
    ///   - model: The model before the event.
    ///   - event: The event to process.
    @inlinable
    public func update(model: Model, event: Event) -> Next<Model, Effect> {
        function(model, event)
    }

    /// Returns the new model and the effects for `event`.
    ///
    /// - Parameters:
    ///   - model: The model before the event.
    ///   - event: The event to process.
    @inlinable
    public func callAsFunction(model: Model, event: Event) -> Next<Model, Effect> {
        function(model, event)
    }
}
