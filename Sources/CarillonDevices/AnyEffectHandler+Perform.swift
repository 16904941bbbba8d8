import MobiusCore

extension AnyEffectHandler where EffectParameters == Void {
    /// Returns an effect handler whose effect ends when `body` has returned.
    static func performing(_ body: @escaping @Sendable () -> Void) -> AnyEffectHandler {
        AnyEffectHandler { _, callback in
            body()
            callback.end()
            return EmptyDisposable()
        }
    }
}
