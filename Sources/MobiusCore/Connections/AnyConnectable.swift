/// A type-erased ``Connectable``.
@frozen public struct AnyConnectable<Input, Output>: Connectable, Sendable {
    @usableFromInline let connectClosure: @Sendable (@escaping Consumer<Output>) -> Connection<Input>

    /// Erases the type of `connectable`.
    @inlinable
    public init<C: Connectable & Sendable>(_ connectable: C) where C.Input == Input, C.Output == Output {
        connectClosure = { consumer in connectable.connect(consumer) }
    }

    /// Creates a connectable from a function.
    ///
    /// - Parameter connect: Creates a connection, like ``Connectable/connect(_:)``.
    @inlinable
    public init(_ connect: @escaping @Sendable (@escaping Consumer<Output>) -> Connection<Input>) {
        connectClosure = connect
    }

    /// Creates a connection of the wrapped connectable.
    @inlinable
    public func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input> {
        connectClosure(consumer)
    }
}
