/// A handler for the effects of one route of an ``EffectRouter``. The handler may send events.
public protocol EffectHandler {
    /// The parameters of an effect.
    associatedtype EffectParameters
    /// The events that the handler sends.
    associatedtype Event

    /// Carries out one effect.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the effect.
    ///   - callback: Takes events from any thread, until the handler ends it. The handler must end the callback when the effect
    ///     is done.
    /// - Returns: A disposable that cancels the effect. The loop disposes it once, if the loop ends before `callback` has
    ///   ended. A ``MobiusLoop`` still processes events that are sent during this disposal. A controller ignores them, because
    ///   it has stopped.
    func handle(_ parameters: EffectParameters, _ callback: EffectCallback<Event>) -> any Disposable
}

/// A type-erased ``EffectHandler``.
public struct AnyEffectHandler<EffectParameters, Event>: EffectHandler, Sendable {
    private let handler: @Sendable (EffectParameters, EffectCallback<Event>) -> any Disposable

    /// Creates an effect handler from a function.
    ///
    /// - Parameter handle: Carries out one effect, like ``EffectHandler/handle(_:_:)``.
    public init(handle: @escaping @Sendable (EffectParameters, EffectCallback<Event>) -> any Disposable) {
        handler = handle
    }

    /// Erases the type of `handler`.
    public init<H: EffectHandler & Sendable>(handler: H)
    where H.EffectParameters == EffectParameters, H.Event == Event {
        self.handler = { parameters, callback in handler.handle(parameters, callback) }
    }

    /// Carries out one effect through the wrapped handler.
    public func handle(_ parameters: EffectParameters, _ callback: EffectCallback<Event>) -> any Disposable {
        handler(parameters, callback)
    }
}
