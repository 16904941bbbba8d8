/// Something that can be connected: it takes values and may send others.
///
/// An effect handler takes effects and sends events; a view takes models and sends events.
public protocol Connectable {
    /// What is taken.
    associatedtype Input
    /// What is sent; `Never` for one that only takes.
    associatedtype Output

    /// Makes a connection.
    ///
    /// A loop that is started makes one, and disposes it when it ends. Several loops may be connected at a time, on
    /// different threads, unless the connectable says otherwise.
    ///
    /// - Parameter consumer: Where what is sent goes to. May be called from any thread, until the connection is disposed.
    /// - Returns: The connection, used and disposed on the queue on which it was made.
    func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input>
}
