extension EffectRouter {
    /// Begins a route for the effects of a case with a payload, for example `.routeCase(CounterEffect.show)`.
    ///
    /// - Parameter enumCase: The case's constructor. The handler receives the payload; a payload of several values is
    ///   passed as a tuple without labels. For payloads that are functions or metatypes, and for functions that are not
    ///   constructors, use ``routeEffects(withParameters:)``.
    /// - Returns: A route that needs a handler, for example `.to { … }`.
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

    /// Begins a route for the effects of a case without a payload, for example `.routeCase(CounterEffect.playSound)`.
    ///
    /// - Parameter enumCase: The case. If `Effect` is `Equatable`, any value of the type is permitted.
    /// - Returns: A route that needs a handler, for example `.to { … }`.
    @inlinable
    public func routeCase(_ enumCase: Effect) -> _PartialEffectRouter<Effect, Void, Event> {
        guard let type = EnumType(Effect.self) else { EffectRouter.refuse(.noEnum(Effect.self)) }
        let tag = type.tag(of: enumCase)
        guard tag >= type.payloadCaseCount else {
            EffectRouter.refuse(.payloadMissing(Effect.self, "\(enumCase)"))
        }
        return routeEffects(withParameters: { effect in type.tag(of: effect) == tag ? () : nil })
    }

    /// Begins a route for the effects that are equal to `enumCase`, for example `.routeCase(CounterEffect.playSound)`.
    ///
    /// - Parameter enumCase: Any effect.
    /// - Returns: A route that needs a handler, for example `.to { … }`.
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
