import MobiusCore

extension Connectable {
    /// The connectable with other outputs: a handler of a part of the program becomes a handler of the whole.
    ///
    /// - Parameter transform: Makes the new output of an old one, on the thread that sends it.
    public func map<NewOutput>(
        _ transform: @escaping @Sendable (Output) -> NewOutput
    ) -> AnyConnectable<Input, NewOutput> where Self: Sendable {
        AnyConnectable { consumer in
            connect { output in consumer(transform(output)) }
        }
    }

    /// The connectable with other inputs: a view of a part of the model becomes a view of the whole.
    ///
    /// - Parameter transform: Makes an old input of a new one, on the queue on which the connectable is used.
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
