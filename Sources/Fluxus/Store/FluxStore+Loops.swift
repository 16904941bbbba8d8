import MobiusCore

// A store beside loops. An effect commits a mutation by itself: `.to { store.commit(DoorMutation.close) }`.
extension FluxStore {
    /// A part of the state as an event source for loops.
    ///
    ///     .withEventSource(store.eventSource(state.doorState) { door in BellEvent.quietChanged(door.isQuiet) })
    ///
    /// - Parameters:
    ///   - source: What `event` reads: a module of the state, or getters.
    ///   - event: Answers what is sent when a loop subscribes, and after each commit that has changed what it read; `nil`
    ///     is nothing. Called on the store's queue.
    public func eventSource<Source, Event>(
        _ source: Source, _ event: @escaping @Sendable (Source) -> Event?
    ) -> AnyEventSource<Event> {
        // Unsafe for the compiler only: a part of the state belongs to the store, and is read on the store's queue.
        nonisolated(unsafe) let source = source
        return AnyEventSource { consumer in
            self.render(source) { source in
                guard let event = event(source) else { return }
                // What the loop does then may read the state, too, but not for this.
                Rendering.withCurrent(nil) { consumer(event) }
            }
        }
    }

    /// A view that commits a mutation for each model of a loop: the loop's model becomes a part of the state.
    ///
    ///     controller.connectView(store.view { model in BellMutation.isRinging(model.isRinging) })
    ///
    /// - Parameter mutation: Answers the mutation for a model.
    public func view<Model>(
        _ mutation: @escaping @Sendable (Model) -> any Mutation
    ) -> AnyConnectable<Model, Never> {
        AnyConnectable { _ in
            Connection(acceptClosure: { model in self.commit(mutation(model)) }, disposeClosure: {})
        }
    }
}
