/// Functions that throw. An error is an event if the route has `catching:`, and otherwise a notice; see
/// ``MobiusHooks/setEffectErrorHandler(_:)``.
extension _PartialEffectRouter {
    /// Ends the route with a function that carries out the effect before it returns or throws.
    ///
    /// - Parameters:
    ///   - function: Called for each effect.
    ///   - event: Returns the event for an error; nil reports errors as notices.
    ///   - file: The file of the route, for the notice.
    ///   - line: The line of the route, for the notice.
    @inlinable
    public func to(
        _ function: @escaping @Sendable (EffectParameters) throws -> Void,
        catching event: (@Sendable (any Error) -> Event)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectRouter<Effect, Event> {
        synchronously(RouteErrors(event, file, line)) { parameters in
            try function(parameters)
            return nil
        }
    }

    /// Ends the route with a function that returns an event or throws.
    ///
    /// - Parameters:
    ///   - eventFunction: Called for each effect. If it returns `nil`, no event is sent.
    ///   - event: Returns the event for an error; nil reports errors as notices.
    ///   - file: The file of the route, for the notice.
    ///   - line: The line of the route, for the notice.
    @inlinable
    public func toEvent(
        _ eventFunction: @escaping @Sendable (EffectParameters) throws -> Event?,
        catching event: (@Sendable (any Error) -> Event)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectRouter<Effect, Event> {
        synchronously(RouteErrors(event, file, line), eventFunction)
    }

    @inlinable
    func synchronously(
        _ errors: RouteErrors<Event>, _ function: @escaping @Sendable (EffectParameters) throws -> Event?
    ) -> EffectRouter<Effect, Event> {
        guard queue == nil else {
            return toHandler {
                let caught = errors.handler()
                return { parameters, callback in
                    if let event = result(of: function, parameters, caught) { callback.send(event) }
                    callback.end()
                    return EmptyDisposable()
                }
            }
        }
        return router(
            with: AnyConnectable { consumer in
                let caught = errors.handler()
                return Connection(
                    acceptClosure: { parameters in
                        if let event = result(of: function, parameters, caught) { consumer(event) }
                    },
                    disposeClosure: {})
            })
    }
}

/// Returns the event of a function, or the event for its error.
@inlinable
func result<Parameters, Event>(
    of function: (Parameters) throws -> Event?, _ parameters: Parameters, _ caught: (any Error) -> Event?
) -> Event? {
    do { return try function(parameters) } catch { return caught(error) }
}
