import MobiusCore

extension Observable {
    /// The values as the events of a loop.
    ///
    ///     .withEventSource(store.isQuiet.startingWithValue.map(BellEvent.quietChanged).asEventSource)
    public var asEventSource: AnyEventSource<T> {
        AnyEventSource { consumer in self.subscribe(consumer) }
    }
}
