import CarillonScheduling

/// A running loop without a queue of its own: each event is processed on the thread that sends it.
///
/// Made by ``Mobius/Builder/start(from:effects:)``. An event is processed before ``dispatchEvent(_:)`` returns, with all
/// that follows from it, unless the loop is just at work on another: then it is processed after that one. Effect
/// handlers and event sources may send events from any thread; the loop takes one at a time. A loop that is to stay on
/// one thread, to be stopped and started again, or to have views belongs in a ``MobiusController``.
public final class MobiusLoop<Model, Event, Effect>: Disposable {
    @usableFromInline let input: LoopInput<Model, Event, Effect>

    @inlinable
    init(input: LoopInput<Model, Event, Effect>) {
        self.input = input
    }

    deinit {
        input.turn.async { [core = input.core] in core.dispose(processingLastEvents: true) }
    }

    /// The model now. May be read from any thread.
    ///
    /// Waits while another thread processes an event, but not if that thread waits for the calling one: two loops may read
    /// each other's models in their effect handlers.
    public var latestModel: Model {
        input.inTurn { core in core.model }
    }

    /// Tells `consumer` of the model now, and of each new model.
    ///
    /// - Parameter consumer: Called with each model, before the effects that come with it are handed out, on the thread
    ///   that sent the event.
    /// - Returns: Disposed, it ends the observation. The observation also ends with the loop.
    @discardableResult
    public func addObserver(_ consumer: @escaping Consumer<Model>) -> any Disposable {
        let input = input
        let observer = input.inTurn { core in
            let observer = core.phase == .disposed ? nil : core.observers.add(consumer)
            consumer(core.model)
            return observer
        }
        return AnonymousDisposable {
            input.inTurn { core in if let observer { core.observers.remove(observer) } }
        }
    }

    /// Processes `event`.
    ///
    /// An event for a loop that has been disposed is an error, for ``MobiusHooks``.
    @inlinable
    public func dispatchEvent(_ event: Event) {
        input.send(event)
    }

    /// The same as ``dispatchEvent(_:)``, which needs no guard here: the loop takes one event at a time.
    @inlinable
    public func unguardedDispatchEvent(_ event: Event) {
        input.send(event)
    }

    /// Ends the loop: its effect handler and its event source are disposed, and nothing that waits is processed.
    ///
    /// Events that they send while they are disposed still change the model. The effects of these events are dropped.
    public func dispose() {
        input.inTurn { core in core.dispose(processingLastEvents: true) }
    }
}

extension MobiusLoop: CustomDebugStringConvertible {
    /// The loop's type and model, as in `MobiusLoop<Int, CounterEvent, CounterEffect>{ 3 }`.
    public var debugDescription: String {
        input.inTurn { core in
            let type = "\(Self.self)"
            guard core.phase != .disposed else { return "disposed \(type)!" }
            return "\(type){ \(String(reflecting: core.model)) }"
        }
    }
}
