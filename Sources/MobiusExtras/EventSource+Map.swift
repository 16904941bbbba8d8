import MobiusCore

extension EventSource {
    /// The event source with other events.
    ///
    /// - Parameter transform: Makes the new event of an old one, on the thread that sends it.
    @preconcurrency
    public func map<NewEvent>(
        transform: @escaping @Sendable (Event) -> NewEvent
    ) -> AnyEventSource<NewEvent> where Self: Sendable {
        AnyEventSource { consumer in
            self.subscribe { event in consumer(transform(event)) }
        }
    }
}
