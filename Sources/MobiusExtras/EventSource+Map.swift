import MobiusCore

extension EventSource {
    /// Returns an event source that sends the transformed events, such as those of a part of the program to the main loop.
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
