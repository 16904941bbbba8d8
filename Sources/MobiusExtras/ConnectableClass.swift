import MobiusCore
import Synchronization

/// A ``Connectable`` to be subclassed, with one connection at a time.
///
///     class PlaySoundEffectHandler: ConnectableClass<CounterEffect, CounterEvent> {
///         override func handle(_ input: CounterEffect) { … }
///     }
///
/// Unchecked Sendable: what the class itself keeps is under a mutex, and `handle`, `onConnect` and `onDispose` are called on
/// the queue of the loop. What a subclass keeps is safe as long as it is touched in these three only.
@preconcurrency open class ConnectableClass<Input, Output>: Connectable, @unchecked Sendable {
    private enum Phase {
        case new
        case connected(Consumer<Output>)
        case disposed
    }

    private let phase = Mutex(Phase.new)

    /// A connectable without a connection.
    public init() {}

    /// Takes `input`. To be overridden; called on the queue of the loop.
    open func handle(_ input: Input) {
        MobiusHooks.errorHandler("\(type(of: self)) must override handle(_:), to take \(input)", #file, #line)
    }

    /// The connection has been made: ``send(_:)`` may be called from now on. To be overridden if that matters.
    open func onConnect() {}

    /// The connection is being ended. To be overridden if something is to be released; called on the queue of the loop.
    open func onDispose() {}

    /// Sends `output` to the loop. May be called from any thread; no lock is held meanwhile.
    ///
    /// Sending before the first connection is an error, for ``MobiusHooks``. What is sent after the end of a connection
    /// has come too late, and goes nowhere.
    public final func send(_ output: Output) {
        switch phase.withLock({ $0 }) {
        case .connected(let consumer):
            consumer(output)
        case .disposed:
            break
        case .new:
            MobiusHooks.errorHandler(
                "\(type(of: self)) cannot send \(output) before it is connected: start the loop first", #file, #line)
        }
    }

    /// Makes the connection. A second one at the same time is an error, for ``MobiusHooks``.
    public final func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input> {
        let isFree = phase.withLock { phase in
            if case .connected = phase { return false }
            phase = .connected(consumer)
            return true
        }
        guard isFree else {
            MobiusHooks.errorHandler(
                "Connection limit exceeded: The Connectable \(type(of: self)) is already connected", #file, #line)
        }
        onConnect()
        return Connection(acceptClosure: handle, disposeClosure: disposed)
    }

    private func disposed() {
        phase.withLock { $0 = .disposed }
        onDispose()
    }
}
