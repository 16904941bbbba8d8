import MobiusCore

extension Mobius {
    /// Returns a builder for a loop without effects: only a model and events.
    ///
    /// - Parameter update: A pure function from the model and an event to the next model, called on the loop's queue.
    /// - Returns: A builder for adding an event source and a logger, and for starting the loop or making a controller.
    @inlinable
    public static func beginnerLoop<Model, Event>(
        update: @escaping @Sendable (Model, Event) -> Model
    ) -> Builder<Model, Event, Never> {
        loop(
            update: { model, event in .next(update(model, event)) },
            effectHandler: AnyConnectable<Never, Event> { _ in
                Connection(acceptClosure: { _ in }, disposeClosure: {})
            })
    }
}
