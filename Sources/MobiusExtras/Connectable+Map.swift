import MobiusCore

extension Connectable {
    /// Returns the connectable with other outputs: a handler for a part of the program becomes a handler for the whole.
    ///
    /// - Parameter transform: Converts an output, on the thread that sends it.
    public func map<NewOutput>(
        _ transform: @escaping @Sendable (Output) -> NewOutput
    ) -> AnyConnectable<Input, NewOutput> where Self: Sendable {
        AnyConnectable { consumer in
            connect { output in consumer(transform(output)) }
        }
    }

    /// Returns the connectable with other inputs: a view of a part of the model becomes a view of the whole.
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
