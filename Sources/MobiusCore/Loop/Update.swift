/// The heart of a loop: a pure function from the model and an event to the ``Next`` model and effects.
@frozen public struct Update<Model, Event, Effect>: Sendable {
    @usableFromInline let function: @Sendable (Model, Event) -> Next<Model, Effect>

    /// - Parameter update: A pure function: its answer depends on its arguments only, and it does nothing else. It
    ///   runs on the loop's queue.
    @inlinable
    public init(_ update: @escaping @Sendable (Model, Event) -> Next<Model, Effect>) {
        function = update
    }

    /// What the model becomes, and what is to be done, when `event` happens.
    ///
    /// - Parameters:
    ///   - model: The model when the event happens.
    ///   - event: What happened.
    @inlinable
    public func update(model: Model, event: Event) -> Next<Model, Effect> {
        function(model, event)
    }

    /// What the model becomes, and what is to be done, when `event` happens.
    ///
    /// - Parameters:
    ///   - model: The model when the event happens.
    ///   - event: What happened.
    @inlinable
    public func callAsFunction(model: Model, event: Event) -> Next<Model, Effect> {
        function(model, event)
    }
}
