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
