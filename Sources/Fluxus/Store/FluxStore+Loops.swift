import MobiusCore

// A store next to loops. An effect commits a mutation directly: `.to { store.commit(DoorMutation.close) }`.
extension FluxStore {
    /// Returns an event source that sends the values of a part of the state to a loop.
    ///
    ///     .withEventSource(store.eventSource(state.doorState) { door in BellEvent.quietChanged(door.isQuiet) })
    ///
    /// - Parameters:
    ///   - source: The argument of `event`: a module of the state, or getters.
    ///   - event: Returns the event to send when a loop subscribes, and after each commit that has changed a property that
    ///     `event` has read; `nil` sends nothing. Called on the store's queue.
    public func eventSource<Source, Event>(
        _ source: Source, _ event: @escaping @Sendable (Source) -> Event?
    ) -> AnyEventSource<Event> {
        // Unsafe only to the compiler: a part of the state belongs to the store, and is read on the store's queue.
        nonisolated(unsafe) let source = source
        return AnyEventSource { consumer in
            self.render(source) { source in
                guard let event = event(source) else { return }
                // The loop may also read the state while it handles the event, but this rendering does not depend on
                // that.
                Rendering.withCurrent(nil) { consumer(event) }
            }
        }
    }

    /// Returns a view that commits a mutation for each model of a loop, so that the state contains the loop's model.
    ///
    ///     controller.connectView(store.view { model in BellMutation.isRinging(model.isRinging) })
    ///
    /// - Parameter mutation: Returns the mutation to commit for a model.
    public func view<Model>(
        _ mutation: @escaping @Sendable (Model) -> any Mutation
    ) -> AnyConnectable<Model, Never> {
        AnyConnectable { _ in
            Connection(acceptClosure: { model in self.commit(mutation(model)) }, disposeClosure: {})
        }
    }
}
