/// A ``Connectable`` whose own type is hidden.
@frozen public struct AnyConnectable<Input, Output>: Connectable, Sendable {
    @usableFromInline let connectClosure: @Sendable (@escaping Consumer<Output>) -> Connection<Input>

    /// Hides the type of `connectable`.
    @inlinable
    public init<C: Connectable & Sendable>(_ connectable: C) where C.Input == Input, C.Output == Output {
        connectClosure = { consumer in connectable.connect(consumer) }
    }

    /// - Parameter connect: Makes a connection, as ``Connectable/connect(_:)`` does.
    @inlinable
    public init(_ connect: @escaping @Sendable (@escaping Consumer<Output>) -> Connection<Input>) {
        connectClosure = connect
    }

    /// Makes a connection, as the hidden connectable does.
    @inlinable
    public func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input> {
        connectClosure(consumer)
    }
}
