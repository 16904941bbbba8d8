/// Asynchronous handlers. Each effect runs in a task of its own, which is cancelled when the loop ends. Events that the task
/// sends afterwards are ignored, and so are errors that it throws afterwards.
///
/// An error ends the effect. It is an event if the route has `catching:`, and otherwise a notice; see
/// ``MobiusHooks/setEffectErrorHandler(_:)``.
extension _PartialEffectRouter where EffectParameters: Sendable, Event: Sendable {
    /// Ends the route with an asynchronous function.
    ///
    /// - Parameter function: Called in a new task for each effect.
    @inlinable
    public func to(
        _ function: @escaping @Sendable (EffectParameters) async -> Void
    ) -> EffectRouter<Effect, Event> {
        task(RouteErrors(nil, #fileID, #line)) { parameters, _ in await function(parameters) }
    }

    /// Ends the route with an asynchronous function that may throw.
    ///
    /// - Parameters:
    ///   - function: Called in a new task for each effect.
    ///   - event: Returns the event for an error; nil reports errors as notices.
    ///   - file: The file of the route, for the notice.
    ///   - line: The line of the route, for the notice.
    @inlinable
    public func to(
        _ function: @escaping @Sendable (EffectParameters) async throws -> Void,
        catching event: (@Sendable (any Error) -> Event)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectRouter<Effect, Event> {
        task(RouteErrors(event, file, line)) { parameters, _ in try await function(parameters) }
    }

    /// Ends the route with an asynchronous function that returns an event.
    ///
    /// - Parameters:
    ///   - eventFunction: Called in a new task for each effect.
    ///   - event: Returns the event for an error; nil reports errors as notices.
    ///   - file: The file of the route, for the notice.
    ///   - line: The line of the route, for the notice.
    @inlinable
    public func to(
        _ eventFunction: @escaping @Sendable (EffectParameters) async throws -> Event,
        catching event: (@Sendable (any Error) -> Event)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectRouter<Effect, Event> {
        task(RouteErrors(event, file, line)) { parameters, callback in
            callback.send(try await eventFunction(parameters))
        }
    }

    /// Ends the route with a function that returns a sequence of events, such as an `AsyncStream`.
    ///
    /// - Parameters:
    ///   - events: Called in a new task for each effect. The effect ends when the sequence ends.
    ///   - event: Returns the event for an error of the sequence; nil reports errors as notices.
    ///   - file: The file of the route, for the notice.
    ///   - line: The line of the route, for the notice.
    @inlinable
    public func to<Events: AsyncSequence & Sendable>(
        _ events: @escaping @Sendable (EffectParameters) -> Events,
        catching event: (@Sendable (any Error) -> Event)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectRouter<Effect, Event> where Events.Element == Event {
        task(RouteErrors(event, file, line)) { parameters, callback in
            for try await event in events(parameters) { callback.send(event) }
        }
    }

    /// Ends the route with an asynchronous function that returns a sequence of events.
    ///
    /// - Parameters:
    ///   - events: Called in a new task for each effect. The effect ends when the sequence ends.
    ///   - event: Returns the event for an error; nil reports errors as notices.
    ///   - file: The file of the route, for the notice.
    ///   - line: The line of the route, for the notice.
    @inlinable
    public func to<Events: AsyncSequence & Sendable>(
        _ events: @escaping @Sendable (EffectParameters) async throws -> Events,
        catching event: (@Sendable (any Error) -> Event)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectRouter<Effect, Event> where Events.Element == Event {
        task(RouteErrors(event, file, line)) { parameters, callback in
            for try await event in try await events(parameters) { callback.send(event) }
        }
    }

    /// Ends the route with an asynchronous function that may return an event.
    ///
    /// - Parameters:
    ///   - eventFunction: Called in a new task for each effect. If it returns `nil`, no event is sent.
    ///   - event: Returns the event for an error; nil reports errors as notices.
    ///   - file: The file of the route, for the notice.
    ///   - line: The line of the route, for the notice.
    @inlinable
    public func toEvent(
        _ eventFunction: @escaping @Sendable (EffectParameters) async throws -> Event?,
        catching event: (@Sendable (any Error) -> Event)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectRouter<Effect, Event> {
        task(RouteErrors(event, file, line)) { parameters, callback in
            if let event = try await eventFunction(parameters) { callback.send(event) }
        }
    }

    /// Returns a route whose handler is called on the main actor, in the order of the effects.
    @inlinable
    public func onMainActor() -> _MainActorPartialEffectRouter<Effect, EffectParameters, Event> {
        _MainActorPartialEffectRouter(route: self)
    }

    @inlinable
    func task(
        _ errors: RouteErrors<Event>,
        _ work: @escaping @Sendable (EffectParameters, EffectCallback<Event>) async throws -> Void
    ) -> EffectRouter<Effect, Event> {
        toHandler {
            let caught = errors.handler()
            return { parameters, callback in
                Task {
                    defer { callback.end() }
                    do {
                        try await work(parameters, callback)
                    } catch {
                        // The loop has ended, and has cancelled the effect.
                        guard !Task.isCancelled else { return }
                        if let event = caught(error) { callback.send(event) }
                    }
                }.asDisposable
            }
        }
    }
}

/// Asynchronous handlers without parameters, such as the names of functions: `.routeCase(Effect.save).to(save)`.
extension _PartialEffectRouter where EffectParameters == Void, Event: Sendable {
    /// Ends the route with an asynchronous function without parameters.
    ///
    /// - Parameters:
    ///   - function: Called in a new task for each effect.
    ///   - event: Returns the event for an error; nil reports errors as notices.
    ///   - file: The file of the route, for the notice.
    ///   - line: The line of the route, for the notice.
    @inlinable
    public func to(
        _ function: @escaping @Sendable () async throws -> Void,
        catching event: (@Sendable (any Error) -> Event)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectRouter<Effect, Event> {
        task(RouteErrors(event, file, line)) { _, _ in try await function() }
    }

    /// Ends the route with an asynchronous function without parameters that returns an event.
    ///
    /// - Parameters:
    ///   - eventFunction: Called in a new task for each effect.
    ///   - event: Returns the event for an error; nil reports errors as notices.
    ///   - file: The file of the route, for the notice.
    ///   - line: The line of the route, for the notice.
    @inlinable
    public func to(
        _ eventFunction: @escaping @Sendable () async throws -> Event,
        catching event: (@Sendable (any Error) -> Event)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectRouter<Effect, Event> {
        task(RouteErrors(event, file, line)) { _, callback in callback.send(try await eventFunction()) }
    }

    /// Ends the route with an asynchronous function without parameters that returns a sequence of events.
    ///
    /// - Parameters:
    ///   - events: Called in a new task for each effect. The effect ends when the sequence ends.
    ///   - event: Returns the event for an error; nil reports errors as notices.
    ///   - file: The file of the route, for the notice.
    ///   - line: The line of the route, for the notice.
    @inlinable
    public func to<Events: AsyncSequence & Sendable>(
        _ events: @escaping @Sendable () async throws -> Events,
        catching event: (@Sendable (any Error) -> Event)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectRouter<Effect, Event> where Events.Element == Event {
        task(RouteErrors(event, file, line)) { _, callback in
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
