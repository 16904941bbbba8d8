/// Carries out the effects of a route of an ``EffectRouter``, and may send events while it does.
public protocol EffectHandler {
    /// What the handler needs to know of the effect.
    associatedtype EffectParameters
    /// What it may send.
    associatedtype Event

    /// Carries out one effect.
    ///
    /// - Parameters:
    ///   - parameters: What the effect is about.
    ///   - callback: Where events go to, from any thread, until it is ended. To be ended when the effect is done.
    /// - Returns: Cancels the effect when it is disposed. It is disposed once, when the loop ends before `callback` has been
    ///   ended. Events sent while it is disposed reach a ``MobiusLoop``; a controller, which has stopped,
    ///   ignores them.
    func handle(_ parameters: EffectParameters, _ callback: EffectCallback<Event>) -> any Disposable
}

/// An ``EffectHandler`` whose own type is hidden.
public struct AnyEffectHandler<EffectParameters, Event>: EffectHandler, Sendable {
    private let handler: @Sendable (EffectParameters, EffectCallback<Event>) -> any Disposable

    /// - Parameter handle: Carries out one effect, as ``EffectHandler/handle(_:_:)`` does.
    public init(handle: @escaping @Sendable (EffectParameters, EffectCallback<Event>) -> any Disposable) {
        handler = handle
    }

    /// Hides the type of `handler`.
    public init<H: EffectHandler & Sendable>(handler: H)
    where H.EffectParameters == EffectParameters, H.Event == Event {
        self.handler = { parameters, callback in handler.handle(parameters, callback) }
    }

    /// Carries out one effect, as the hidden handler does.
    public func handle(_ parameters: EffectParameters, _ callback: EffectCallback<Event>) -> any Disposable {
        handler(parameters, callback)
    }
}
