/// A type with inputs and outputs that a loop can connect to: it takes values and may send others.
///
/// An effect handler takes effects and sends events. A view takes models and sends events.
public protocol Connectable {
    /// The values that the connectable takes.
    associatedtype Input
    /// The values that the connectable sends; `Never` for a connectable that only takes values.
    associatedtype Output

    /// Creates a connection.
    ///
    /// A loop creates one connection when it starts, and disposes it when it ends. Several loops may be connected at a
    /// time, on different threads, unless the connectable documents otherwise.
    ///
    /// - Parameter consumer: Takes the values that the connectable sends. May be called from any thread, until the
    ///   connection is disposed.
    /// - Returns: The connection. The caller uses and disposes it on the queue on which it was created, except for a view on a
    ///   queue of its own; see `MobiusController.connectView`.
    func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input>
}

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
