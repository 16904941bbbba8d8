import MobiusCore

extension Mobius {
    /// A loop without effects, to be built: the model and the events are all there is.
    ///
    /// - Parameter update: A pure function from the model and an event to the next model, run on the loop's queue.
    /// - Returns: A builder, to be given an event source and a logger, and to be started or made into a controller.
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
