import MobiusCore

extension EventSource {
    /// Returns the event source with other events: a source for a part of the program becomes a source for the whole.
    ///
    /// - Parameter transform: Converts an event, on the thread that sends it.
    public func map<NewEvent>(
        transform: @escaping @Sendable (Event) -> NewEvent
    ) -> AnyEventSource<NewEvent> where Self: Sendable {
        AnyEventSource { consumer in
            self.subscribe { event in consumer(transform(event)) }
        }
    }
}
