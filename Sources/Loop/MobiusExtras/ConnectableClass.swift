import CarillonScheduling
import MobiusCore

/// A base class for connectables with state, such as effect handlers and views, with one connection at a time.
///
///     final class Bell: ConnectableClass<CounterEffect, CounterEvent>, @unchecked Sendable {
///         override func handle(_ input: CounterEffect) { ring() }
///     }
///
/// Subclasses are unchecked Sendable, and the compiler warns about subclasses that do not repeat it. A subclass is
/// thread-safe if it uses its own state only in `handle`, `onConnect` and `onDispose`: these are called one at a time.
/// No lock is held during these calls, or during `send`.
///
/// Unchecked Sendable: its only state is in a mutex.
open class ConnectableClass<Input, Output>: Connectable, @unchecked Sendable {
    /// The consumer, in a structure. Each access through the mutex would wrap a bare function once more.
    private struct Receiver {
        let consumer: Consumer<Output>
    }

    /// The consumer of the outputs, while connected.
    private let receiver = Locked<Receiver?>(nil)

    /// Creates a connectable without a connection.
    public init() {}

    /// Handles `input`, on the queue of the loop or, in a view, on the queue of the views. Override it; it does nothing
    /// by default.
    open func handle(_ input: Input) {}

    /// Called when the connection has been made, and ``send(_:)`` works. Does nothing by default.
    open func onConnect() {}

    /// Called when the connection has ended, and ``send(_:)`` is ignored. Override it to release the connection's
    /// resources; it does nothing by default.
    open func onDispose() {}

    /// Sends `output` to the loop.
    ///
    /// May be called from any thread, including from ``handle(_:)`` and ``onConnect()``. Ignored while not connected,
    /// so work that completes after the loop has ended needs no check.
    public final func send(_ output: Output) {
        receiver.withLock { $0 }?.consumer(output)
    }

    /// Makes the connection. A second connection at the same time calls the error handler of `MobiusHooks`; connections
    /// one after the other are allowed.
    public final func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input> {
        let isFirst = receiver.withLock { receiver in
            guard receiver == nil else { return false }
            receiver = Receiver(consumer: consumer)
            return true
        }
        guard isFirst else {
            MobiusHooks.errorHandler(
                """
                Connection limit exceeded: The Connectable \(type(of: self)) is already connected: \
                stop the loop that it is connected to, or make another one for the second loop
                """, #file, #line)
        }
        onConnect()
        return Connection(
            acceptClosure: handle,
            disposeClosure: {
                self.receiver.withLock { $0 = nil }
                self.onDispose()
            })
    }
}
