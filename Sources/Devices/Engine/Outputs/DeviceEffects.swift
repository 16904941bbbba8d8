import MobiusCore

extension AnyEffectHandler where EffectParameters == Void {
    /// Returns an effect handler whose effect ends when `body` has returned. The application's own kinds of devices can
    /// also use it:
    ///
    ///     func open<Event>() -> AnyEffectHandler<Void, Event> { .performing { [self] in motor.brake() } }
    ///
    /// - Parameter body: Called for each effect, on the loop's queue. It must not wait.
    public static func performing(_ body: @escaping @Sendable () -> Void) -> AnyEffectHandler {
        AnyEffectHandler { _, callback in
            body()
            callback.end()
            return EmptyDisposable()
        }
    }
}

/// An effect that lasts until its device has carried it out, or does something else.
struct LastingEffect: Sendable {
    /// The identity among the effects that have not ended.
    let id: ObjectIdentifier
    /// Ends the effect. A second call has no effect.
    let end: @Sendable () -> Void

    init<Event: Sendable>(_ callback: EffectCallback<Event>) {
        id = ObjectIdentifier(callback)
        end = { callback.end() }
    }
}
