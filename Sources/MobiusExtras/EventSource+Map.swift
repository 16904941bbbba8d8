import MobiusCore

extension EventSource {
    /// The event source with other events: a source of a part of the program becomes a source of the whole.
    ///
    /// - Parameter transform: Makes the new event of an old one, on the thread that sends it.
    public func map<NewEvent>(
        transform: @escaping @Sendable (Event) -> NewEvent
    ) -> AnyEventSource<NewEvent> where Self: Sendable {
        AnyEventSource { consumer in
            self.subscribe { event in consumer(transform(event)) }
        }
    }
}
