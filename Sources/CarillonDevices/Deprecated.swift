import MobiusCore

// The earlier names of public declarations.

/// The earlier name of the effect handlers that make a device play a pattern.
@available(*, deprecated, message: "use AnyEffectHandler<Void, Event>")
public typealias ShowPattern<Event> = AnyEffectHandler<Void, Event>

/// The earlier name of the effect handlers that play a sound.
@available(*, deprecated, message: "use AnyEffectHandler<Void, Event>")
public typealias PlaySound<Event> = AnyEffectHandler<Void, Event>

/// The earlier name of the effect handlers that stop a sound.
@available(*, deprecated, message: "use AnyEffectHandler<Void, Event>")
public typealias StopSound<Event> = AnyEffectHandler<Void, Event>

extension OutputBank {
    /// The earlier name of ``performBatchUpdates(_:)``.
    @available(*, deprecated, renamed: "performBatchUpdates")
    @inlinable public func together(_ body: () -> Void) { performBatchUpdates(body) }
}

extension Pattern {
    /// The earlier name of ``sequence(_:each:times:)``.
    @available(*, deprecated, renamed: "sequence(_:each:times:)")
    @inlinable public static func drawn(_ drawing: String, each step: Duration, times: Int? = nil) -> Pattern {
        .sequence(drawing, each: step, times: times)
    }
}
