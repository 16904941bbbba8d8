import CarillonScheduling

/// A running loop without a queue of its own: each event is processed on the thread that sends it.
///
/// Created by ``Mobius/Builder/start(from:effects:)``. ``dispatchEvent(_:)`` returns after the event and everything that
/// follows from it have been processed. If the loop is already processing an event, the thread that does so processes the new
/// event afterwards. Effect handlers and event sources may send events from any thread; the loop processes one event at a time.
/// Use a ``MobiusController`` for a loop that must stay on one thread, be stopped and started again, or have views.
public final class MobiusLoop<Model, Event, Effect>: Disposable {
    @usableFromInline let input: LoopInput<Model, Event, Effect>

    @inlinable
    init(input: LoopInput<Model, Event, Effect>) {
        self.input = input
    }

    deinit {
        input.turn.async { [core = input.core] in core.dispose(processingLastEvents: true) }
    }

    /// The current model. May be read from any thread.
    ///
    /// Reading waits while another thread processes an event, unless that thread waits for the calling thread. Therefore two
    /// loops may read each other's models in their effect handlers.
    public var latestModel: Model {
        input.inTurn { core in core.model }
    }

    /// Passes the current model and each new model to `consumer`.
    ///
    /// - Parameter consumer: Called with the current model before this method returns, and with each new model on the
    ///   thread that processes the event, before the effects of that event are dispatched.
    /// - Returns: A disposable that ends the observation. The observation also ends with the loop.
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
    /// Sending an event to a loop that has been disposed is an error, which is reported to ``MobiusHooks``.
    @inlinable
    public func dispatchEvent(_ event: Event) {
        input.send(event)
    }

    /// Processes `event`, like ``dispatchEvent(_:)``. The method exists for compatibility: a loop processes one event at a
    /// time and needs no guard.
    @inlinable
    public func unguardedDispatchEvent(_ event: Event) {
        input.send(event)
    }

    /// Ends the loop: disposes its effect handler and its event source, and drops the waiting events.
    ///
    /// Events that the effect handler and the event source send while they are disposed still change the model. The effects of
    /// these events are dropped.
    public func dispose() {
        input.inTurn { core in core.dispose(processingLastEvents: true) }
    }
}

extension MobiusLoop: CustomDebugStringConvertible {
    /// The loop's type and model, for example `MobiusLoop<Int, CounterEvent, CounterEffect>{ 3 }`.
    public var debugDescription: String {
        input.inTurn { core in
            let type = "\(Self.self)"
            guard core.phase != .disposed else { return "disposed \(type)!" }
            return "\(type){ \(String(reflecting: core.model)) }"
        }
    }
}
