import CarillonScheduling
import MobiusCore

/// A connectable to be subclassed, with one connection at a time: an effect handler or a view that keeps state.
///
///     final class Bell: ConnectableClass<CounterEffect, CounterEvent>, @unchecked Sendable {
///         override func handle(_ input: CounterEffect) { ring() }
///     }
///
/// Subclasses are Sendable, unchecked, and the compiler warns those that do not repeat it. Right is a subclass that touches
/// its own state in `handle`, `onConnect` and `onDispose` only: these are called one at a time. No lock is held while any of
/// them is called, or while something is sent.
///
/// Unchecked Sendable: the only state here is in a mutex.
open class ConnectableClass<Input, Output>: Connectable, @unchecked Sendable {
    /// The consumer in a structure: a bare function would be wrapped once more by each access through the mutex.
    private struct Receiver {
        let consumer: Consumer<Output>
    }

    /// Who gets the outputs, while connected.
    private let receiver = Locked<Receiver?>(nil)

    /// A connectable that is not connected yet.
    public init() {}

    /// Takes `input`, on the queue of the loop, or, in a view, on that of the views. Does nothing unless it is overridden.
    open func handle(_ input: Input) {}

    /// The connection has been made, and ``send(_:)`` works. May be overridden; does nothing by itself.
    open func onConnect() {}

    /// The connection has ended, and ``send(_:)`` works no more. May be overridden, to let go of what is held for the
    /// connection; does nothing by itself.
    open func onDispose() {}

    /// Sends `output` to the loop.
    ///
    /// May be called from any thread, also from ``handle(_:)`` and ``onConnect()``. Ignored while not connected, so that work
    /// that completes after the loop has ended needs no check.
    public final func send(_ output: Output) {
        receiver.withLock { $0 }?.consumer(output)
    }

    /// Makes the connection. A second one at the same time is an error, for `MobiusHooks`; one after the other is not.
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
