/// An observer of the work of a loop, for the tools around an application: a history, a recorder.
///
/// The methods are called on the loop's queue, and delay the loop. A monitor differs from a ``MobiusLogger`` in three
/// ways: it is attached to a controller instead of a builder, so the application does not know it; it receives the
/// update function, which is pure and may be called again, on any thread; and it sees each effect.
package protocol LoopMonitor<Model, Event, Effect>: AnyObject, Sendable {
    /// The loop's model.
    associatedtype Model
    /// The loop's events.
    associatedtype Event
    /// The loop's effects.
    associatedtype Effect

    /// Called when a run of the loop begins, before its first effects are dispatched.
    func began(_ first: First<Model, Effect>, update: Update<Model, Event, Effect>)
    /// Called before the update function.
    func willUpdate(_ event: Event)
    /// Called after the update function has returned. `model` is the model that was passed to it.
    func didUpdate(_ model: Model, _ event: Event, _ next: Next<Model, Effect>)
    /// Called before an effect is passed to its handler.
    func effectBegan(_ effect: Effect)
    /// Called after the handler of the last effect has returned. The effect may go on elsewhere.
    func effectEnded()
}

extension LoopMonitor {
    package func willUpdate(_ event: Event) {}
    package func effectBegan(_ effect: Effect) {}
    package func effectEnded() {}
}

extension LoopCore {
    /// Reports to `monitor` from now on. Call after the effect handler has been connected, before ``begin(with:)``.
    ///
    /// The monitor replaces the logger and the effect handler, and forwards to them. So a loop without a
    /// monitor runs no other code than before.
    func attach(_ monitor: any LoopMonitor<Model, Event, Effect>, first: First<Model, Effect>) {
        guard phase != .disposed else { return }
        logger = AnyMobiusLogger(MonitoredLogger(logger: logger, monitor: monitor))
        effectHandler = effectHandler.map { handler in
            Connection(
                acceptClosure: { effect in
                    monitor.effectBegan(effect)
                    handler.accept(effect)
                    monitor.effectEnded()
                },
                disposeClosure: handler.dispose)
        }
        monitor.began(first, update: update)
    }
}

/// Reports to a loop's own logger, if it has one, and to a monitor. The monitor is nearer to the update function, so that
/// it does not measure the logger.
private struct MonitoredLogger<Model, Event, Effect>: MobiusLogger, Sendable {
    let logger: AnyMobiusLogger<Model, Event, Effect>?
    let monitor: any LoopMonitor<Model, Event, Effect>

    func willUpdate(model: Model, event: Event) {
        logger?.willUpdate(model: model, event: event)
        monitor.willUpdate(event)
    }

    func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {
        monitor.didUpdate(model, event, next)
        logger?.didUpdate(model: model, event: event, next: next)
    }
}
