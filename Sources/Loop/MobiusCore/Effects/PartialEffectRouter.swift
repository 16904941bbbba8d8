import Dispatch

/// A route that needs a handler: the result of the `route…` functions of ``EffectRouter``.
@frozen public struct _PartialEffectRouter<Effect, EffectParameters, Event>: Sendable {
    @usableFromInline let routes: [Route<Effect, Event>]
    @usableFromInline let extractParameters: @Sendable (Effect) -> EffectParameters?
    @usableFromInline let queue: DispatchQueue?

    @inlinable
    init(
        routes: [Route<Effect, Event>], extractParameters: @escaping @Sendable (Effect) -> EffectParameters?,
        queue: DispatchQueue?
    ) {
        self.routes = routes
        self.extractParameters = extractParameters
        self.queue = queue
    }

    /// Returns a route whose handler is called on `queue` instead of on the loop's queue.
    ///
    /// - Parameter queue: The queue for the handler. Only a serial queue keeps the order of the effects.
    @inlinable
    public func on(queue: DispatchQueue) -> Self where EffectParameters: Sendable {
        _PartialEffectRouter(routes: routes, extractParameters: extractParameters, queue: queue)
    }

    /// Ends the route with a handler that sends events while it carries out an effect.
    ///
    /// - Parameter handler: Called for each effect. Effects that are ongoing when the loop ends are cancelled.
    @inlinable
    public func to<H: EffectHandler & Sendable>(_ handler: H) -> EffectRouter<Effect, Event>
    where H.EffectParameters == EffectParameters, H.Event == Event {
        to { parameters, callback in handler.handle(parameters, callback) }
    }

    /// Ends the route with a connectable, which is connected when the loop starts.
    ///
    /// - Parameter connectable: Takes the parameters of the route's effects and sends events.
    @inlinable
    public func to<C: Connectable & Sendable>(_ connectable: C) -> EffectRouter<Effect, Event>
    where C.Input == EffectParameters, C.Output == Event {
        router(with: queue.map { queue in connectable.accepting(on: queue) } ?? AnyConnectable(connectable))
    }

    /// Ends the route with a function that sends events while it carries out an effect.
    ///
    /// - Parameter handle: Carries out one effect, like ``EffectHandler/handle(_:_:)``.
    @inlinable
    public func to(
        _ handle: @escaping @Sendable (EffectParameters, EffectCallback<Event>) -> any Disposable
    ) -> EffectRouter<Effect, Event> {
        toHandler { handle }
    }

    /// Ends the route with a function that `makeHandle` creates at each start of a loop.
    @inlinable
    func toHandler(
        _ makeHandle: @escaping @Sendable () -> @Sendable (EffectParameters, EffectCallback<Event>) -> any Disposable
    ) -> EffectRouter<Effect, Event> {
        router(
            with: AnyConnectable { [queue] consumer in
                let handle = queue.map { queue in handling(on: queue, makeHandle()) } ?? makeHandle()
                let effects = OngoingEffects(handle: handle, consumer: consumer)
                return Connection(acceptClosure: effects.begin, disposeClosure: effects.dispose)
            })
    }

    /// Ends the route with a function that carries out the effect before it returns.
    ///
    /// - Parameter fireAndForget: Called for each effect.
    @inlinable
    public func to(
        _ fireAndForget: @escaping @Sendable (EffectParameters) -> Void
    ) -> EffectRouter<Effect, Event> {
        let accept = queue.map { queue in accepting(on: queue, fireAndForget) } ?? fireAndForget
        return router(with: AnyConnectable { _ in Connection(acceptClosure: accept, disposeClosure: {}) })
    }

    /// Ends the route with a function that returns an event.
    ///
    /// - Parameter eventFunction: Called for each effect. If it returns `nil`, no event is sent.
    @inlinable
    public func toEvent(
        _ eventFunction: @escaping @Sendable (EffectParameters) -> Event?
    ) -> EffectRouter<Effect, Event> {
        guard queue == nil else {
            return to { parameters, callback in
                if let event = eventFunction(parameters) { callback.send(event) }
                callback.end()
                return EmptyDisposable()
            }
        }
        return router(
            with: AnyConnectable { consumer in
                Connection(
                    acceptClosure: { parameters in
                        if let event = eventFunction(parameters) { consumer(event) }
                    },
                    disposeClosure: {})
            })
    }

    @inlinable
    func router(with handler: AnyConnectable<EffectParameters, Event>) -> EffectRouter<Effect, Event> {
        EffectRouter(routes: routes + [Route(extractParameters: extractParameters, handler: handler)])
    }
}

// The compiler's own messages about these two mistakes name protocols.
extension _PartialEffectRouter {
    /// Refuses a call that acts.
    @available(*, unavailable, message: "this acts at once; use device.handler(value), or { device.set(value) }")
    public func to(_ acted: Void) -> EffectRouter<Effect, Event> { fatalError() }

    /// Refuses a handler of another effect.
    @available(*, unavailable, message: "the effect carries another type; use device.handler { carried in value }")
    public func to<Other>(_ handler: AnyEffectHandler<Other, Event>) -> EffectRouter<Effect, Event> { fatalError() }
}
