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
        let handle = queue.map { queue in handling(on: queue, handle) } ?? handle
        return router(
            with: AnyConnectable { consumer in
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
    /// - Parameter eventFunction: Called for each effect. `nil` sends no event.
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

/// Asynchronous handlers. Each effect runs in a task of its own, which is cancelled when the loop ends. Events that the task
/// sends afterwards are ignored. A thrown error ends the effect without an event. A handler whose errors matter must catch them
/// and return an event.
extension _PartialEffectRouter where EffectParameters: Sendable, Event: Sendable {
    /// Ends the route with an asynchronous function.
    ///
    /// - Parameter function: Called in a task of its own for each effect.
    @inlinable
    public func to(
        _ function: @escaping @Sendable (EffectParameters) async -> Void
    ) -> EffectRouter<Effect, Event> {
        task { parameters, _ in await function(parameters) }
    }

    /// Ends the route with an asynchronous function that may throw.
    ///
    /// - Parameter function: Called in a task of its own for each effect.
    @inlinable
    public func to(
        _ function: @escaping @Sendable (EffectParameters) async throws -> Void
    ) -> EffectRouter<Effect, Event> {
        task { parameters, _ in try await function(parameters) }
    }

    /// Ends the route with an asynchronous function that returns an event.
    ///
    /// - Parameter eventFunction: Called in a task of its own for each effect.
    @inlinable
    public func to(
        _ eventFunction: @escaping @Sendable (EffectParameters) async throws -> Event
    ) -> EffectRouter<Effect, Event> {
        task { parameters, callback in callback.send(try await eventFunction(parameters)) }
    }

    /// Ends the route with a function that returns a sequence of events, such as an `AsyncStream`.
    ///
    /// - Parameter events: Called in a task of its own for each effect. The effect ends when the sequence ends.
    @inlinable
    public func to<Events: AsyncSequence & Sendable>(
        _ events: @escaping @Sendable (EffectParameters) -> Events
    ) -> EffectRouter<Effect, Event> where Events.Element == Event {
        task { parameters, callback in
            for try await event in events(parameters) { callback.send(event) }
        }
    }

    /// Ends the route with an asynchronous function that returns a sequence of events.
    ///
    /// - Parameter events: Called in a task of its own for each effect. The effect ends when the sequence ends.
    @inlinable
    public func to<Events: AsyncSequence & Sendable>(
        _ events: @escaping @Sendable (EffectParameters) async throws -> Events
    ) -> EffectRouter<Effect, Event> where Events.Element == Event {
        task { parameters, callback in
            for try await event in try await events(parameters) { callback.send(event) }
        }
    }

    /// Ends the route with an asynchronous function that may return an event.
    ///
    /// - Parameter eventFunction: Called in a task of its own for each effect. `nil` sends no event.
    @inlinable
    public func toEvent(
        _ eventFunction: @escaping @Sendable (EffectParameters) async -> Event?
    ) -> EffectRouter<Effect, Event> {
        task { parameters, callback in
            if let event = await eventFunction(parameters) { callback.send(event) }
        }
    }

    /// Returns a route whose handler is called on the main actor, in the order of the effects.
    @inlinable
    public func onMainActor() -> _MainActorPartialEffectRouter<Effect, EffectParameters, Event> {
        _MainActorPartialEffectRouter(route: self)
    }

    @inlinable
    func task(
        _ work: @escaping @Sendable (EffectParameters, EffectCallback<Event>) async throws -> Void
    ) -> EffectRouter<Effect, Event> {
        to { parameters, callback in
            Task {
                defer { callback.end() }
                try await work(parameters, callback)
            }.asDisposable
        }
    }
}

/// Asynchronous handlers without parameters, such as the names of functions: `.routeCase(Effect.save).to(save)`.
extension _PartialEffectRouter where EffectParameters == Void, Event: Sendable {
    /// Ends the route with an asynchronous function without parameters.
    @inlinable
    public func to(_ function: @escaping @Sendable () async throws -> Void) -> EffectRouter<Effect, Event> {
        task { _, _ in try await function() }
    }

    /// Ends the route with an asynchronous function without parameters that returns an event.
    @inlinable
    public func to(_ eventFunction: @escaping @Sendable () async throws -> Event) -> EffectRouter<Effect, Event> {
        task { _, callback in callback.send(try await eventFunction()) }
    }

    /// Ends the route with an asynchronous function without parameters that returns a sequence of events.
    @inlinable
    public func to<Events: AsyncSequence & Sendable>(
        _ events: @escaping @Sendable () async throws -> Events
    ) -> EffectRouter<Effect, Event> where Events.Element == Event {
        task { _, callback in
            for try await event in try await events() { callback.send(event) }
        }
    }
}

/// A route that needs a handler on the main actor: the result of ``_PartialEffectRouter/onMainActor()``.
@frozen public struct _MainActorPartialEffectRouter<Effect, EffectParameters: Sendable, Event: Sendable>: Sendable {
    @usableFromInline let route: _PartialEffectRouter<Effect, EffectParameters, Event>

    @inlinable
    init(route: _PartialEffectRouter<Effect, EffectParameters, Event>) {
        self.route = route
    }

    /// Ends the route with a function that carries out the effect before it returns.
    ///
    /// - Parameter fireAndForget: Called on the main actor for each effect, unless the loop has already ended.
    @inlinable
    public func to(
        _ fireAndForget: @escaping @MainActor @Sendable (EffectParameters) -> Void
    ) -> EffectRouter<Effect, Event> {
        route.to { parameters, callback in
            Task { @MainActor in
                if !Task.isCancelled { fireAndForget(parameters) }
                callback.end()
            }.asDisposable
        }
    }
}
