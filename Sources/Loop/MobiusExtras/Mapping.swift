import MobiusCore

extension EventSource {
    /// Returns an event source that sends transformed events. It adapts the event source of a part of the program to the
    /// main loop.
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

extension Connectable {
    /// Returns a connectable that sends transformed outputs. It adapts a handler for a part of the program to the main loop.
    ///
    /// - Parameter transform: Converts an output, on the thread that sends it.
    public func map<NewOutput>(
        _ transform: @escaping @Sendable (Output) -> NewOutput
    ) -> AnyConnectable<Input, NewOutput> where Self: Sendable {
        AnyConnectable { consumer in
            connect { output in consumer(transform(output)) }
        }
    }

    /// Returns a connectable that transforms its inputs. It adapts a view of a part of the model to the complete model.
    ///
    /// - Parameter transform: Converts a new input to an input of this connectable, on the connectable's queue.
    public func contramap<NewInput>(
        _ transform: @escaping @Sendable (NewInput) -> Input
    ) -> AnyConnectable<NewInput, Output> where Self: Sendable {
        AnyConnectable { consumer in
            let connection = connect(consumer)
            return Connection(
                acceptClosure: { input in connection.accept(transform(input)) }, disposeClosure: connection.dispose)
        }
    }
}
