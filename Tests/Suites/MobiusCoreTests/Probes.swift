import MobiusCore
import Synchronization
import TestSupport

/// An event source or a view through which a test sends events, and which records the values that it receives.
final class Probe<Input, Event>: Connectable, Sendable {
    private let consumer = Mutex(Way(consumer: nil))
    private struct Way {
        var consumer: Consumer<Event>?
    }

    private let onAccept: @Sendable (Input) -> Void
    /// Every value that was accepted, in order.
    let accepted = Recorder<Input>()
    /// `true` for each connection that was made, `false` for each that was disposed.
    let connections = Recorder<Bool>()

    init(onAccept: @escaping @Sendable (Input) -> Void = { _ in }) {
        self.onAccept = onAccept
    }

    func connect(_ consumer: @escaping Consumer<Event>) -> Connection<Input> {
        self.consumer.withLock { $0 = Way(consumer: consumer) }
        connections.append(true)
        return Connection(
            acceptClosure: { [self] input in
                accepted.append(input)
                onAccept(input)
            },
            disposeClosure: { [self] in connections.append(false) })
    }

    /// Sends `event` through the last connection, from the calling thread.
    func send(_ event: Event) {
        consumer.withLock { $0 }.consumer?(event)
    }
}

/// Returns a counter's loop: an event is added to the model, and an effect may send further events.
func counterLoop<Handler: Connectable & Sendable>(
    _ effectHandler: Handler, effects: @escaping @Sendable (Int) -> [String] = { _ in [] }
) -> Mobius.Builder<Int, Int, String> where Handler.Input == String, Handler.Output == Int {
    Mobius.loop(
        update: { model, event in .next(model + event, effects: effects(event)) }, effectHandler: effectHandler)
}

/// Returns a counter's loop without effects.
func counterLoop() -> Mobius.Builder<Int, Int, String> {
    counterLoop(Probe<String, Int>())
}
