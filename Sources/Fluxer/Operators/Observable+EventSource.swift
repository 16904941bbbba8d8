import MobiusCore

extension Observable {
    /// An event source that sends the values to a loop as events.
    ///
    ///     .withEventSource(store.isQuiet.startingWithValue.map(BellEvent.quietChanged).asEventSource)
    public var asEventSource: AnyEventSource<T> {
        AnyEventSource { consumer in self.subscribe(consumer) }
    }
}
