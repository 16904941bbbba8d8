import MobiusCore

extension AnyEffectHandler where EffectParameters == Void {
    /// Returns an effect handler whose effect ends when `body` has returned. The devices of an application use it, too:
    ///
    ///     func open<Event>() -> AnyEffectHandler<Void, Event> { .performing { [self] in output.show(pulse) } }
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
