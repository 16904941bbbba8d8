extension EffectRouter {
    /// Begins a route for the effects of a case with a payload, as in `.routeCase(CounterEffect.show)`.
    ///
    /// - Parameter enumCase: The case's constructor. Its payload is what the handler is given; a payload of several values
    ///   is given as a tuple, without its labels. For payloads that are functions or metatypes, and for constructors
    ///   that are none, there is ``routeEffects(withParameters:)``.
    /// - Returns: A route that wants its handler, as in `.to { … }`.
    @preconcurrency @inlinable
    public func routeCase<EffectParameters>(
        _ enumCase: @escaping @Sendable (EffectParameters) -> Effect
    ) -> _PartialEffectRouter<Effect, EffectParameters, Event> {
        do throws(CaseMisuse) {
            let extractor = try CaseExtractor(enumCase)
            return routeEffects(withParameters: { effect in extractor.payload(of: effect) })
        } catch {
            EffectRouter.refuse(error)
        }
    }

    /// Begins a route for the effects of a case without payload, as in `.routeCase(CounterEffect.playSound)`.
    ///
    /// - Parameter enumCase: The case. If effects are Equatable it may be any effect.
    /// - Returns: A route that wants its handler, as in `.to { … }`.
    @inlinable
    public func routeCase(_ enumCase: Effect) -> _PartialEffectRouter<Effect, Void, Event> {
        guard let type = EnumType(Effect.self) else { EffectRouter.refuse(.noEnum("\(Effect.self)")) }
        let tag = type.tag(of: enumCase)
        guard tag >= type.payloadCaseCount else {
            EffectRouter.refuse(.payloadMissing("\(Effect.self)", "\(enumCase)"))
        }
        return routeEffects(withParameters: { effect in type.tag(of: effect) == tag ? () : nil })
    }

    /// Begins a route for the effects that are equal to `enumCase`, as in `.routeCase(CounterEffect.playSound)`.
    ///
    /// - Parameter enumCase: Any effect.
    /// - Returns: A route that wants its handler, as in `.to { … }`.
    @inlinable
    public func routeCase(_ enumCase: Effect) -> _PartialEffectRouter<Effect, Void, Event>
    where Effect: Equatable & Sendable {
        routeEffects(withParameters: { effect in effect == enumCase ? () : nil })
    }

    @usableFromInline
    static func refuse(_ misuse: CaseMisuse) -> Never {
        MobiusHooks.fail("EffectRouter<\(Effect.self), \(Event.self)>: \(misuse)")
    }
}
