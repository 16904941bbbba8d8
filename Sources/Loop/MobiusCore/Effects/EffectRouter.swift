/// The routes from effects to their handlers.
///
///     EffectRouter<CounterEffect, CounterEvent>()
///         .routeCase(CounterEffect.playSound).to { beep() }
///         .routeCase(CounterEffect.save).to(saver)
///         .asConnectable
///
/// Each effect must match exactly one route. An effect that matches none or several is an error, which is reported to
/// ``MobiusHooks`` when the effect is dispatched.
@frozen public struct EffectRouter<Effect, Event>: Sendable {
    @usableFromInline let routes: [Route<Effect, Event>]

    /// Creates a router without routes.
    @inlinable
    public init() {
        routes = []
    }

    @inlinable
    init(routes: [Route<Effect, Event>]) {
        self.routes = routes
    }

    /// The router as an effect handler, for `Mobius.loop(update:effectHandler:)`. The effect handler may have any number of
    /// connections at a time.
    @inlinable public var asConnectable: AnyConnectable<Effect, Event> {
        AnyConnectable { [routes] consumer in
            let routes = routes.map { route in route.connect(consumer) }
            return Connection(
                acceptClosure: { effect in EffectRouter.handle(effect, by: routes) },
                disposeClosure: { for route in routes { route.dispose() } })
        }
    }

    /// Begins a route for the effects for which `extractParameters` returns a value.
    ///
    /// - Parameter extractParameters: Returns the parameters for the handler; `nil` if the effect does not match this
    ///   route. Called once for each effect, on the loop's queue.
    /// - Returns: A route that needs a handler, for example `.to { … }`.
    @inlinable
    public func routeEffects<EffectParameters>(
        withParameters extractParameters: @escaping @Sendable (Effect) -> EffectParameters?
    ) -> _PartialEffectRouter<Effect, EffectParameters, Event> {
        _PartialEffectRouter(routes: routes, extractParameters: extractParameters, queue: nil)
    }

    /// Passes `effect` to the one route that it matches.
    @inlinable
    static func handle(_ effect: Effect, by routes: [ConnectedRoute<Effect>]) {
        var handler = -1
        var handlers = 0
        for index in routes.indices where routes[index].claim(effect) {
            handler = index
            handlers &+= 1
        }
        guard handlers == 1 else { return refuse(effect, handlers: handlers) }
        routes[handler].handleClaimed()
    }

    @usableFromInline
    static func refuse(_ effect: Effect, handlers: Int) {
        MobiusHooks.fail(
            """
            Error: \(handlers) EffectHandlers could be found for effect: \(effect) of type \(Effect.self). \
            Exactly 1 is required: \(handlers == 0 ? "add a route" : "remove routes") in the EffectRouter.
            """)
    }
}

extension EffectRouter where Effect: Equatable {
    /// Begins a route for the effects that are equal to `constant`.
    @inlinable
    public func routeEffects(equalTo constant: Effect) -> _PartialEffectRouter<Effect, Effect, Event>
    where Effect: Sendable {
        routeEffects(withParameters: { effect in effect == constant ? effect : nil })
    }
}
