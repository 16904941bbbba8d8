// The names of Mobius that do not concern loops are declared in CarillonScheduling, and exported again here.
@_exported import class CarillonScheduling.AnonymousDisposable
@_exported import class CarillonScheduling.CompositeDisposable
@_exported import protocol CarillonScheduling.Disposable
@_exported import class CarillonScheduling.EmptyDisposable
@_exported import protocol CarillonScheduling.LoopQueue

/// The entry point for building loops.
public enum Mobius {
    /// Returns a builder for a loop.
    ///
    /// - Parameters:
    ///   - update: The loop's update function.
    ///   - effectHandler: Takes the loop's effects and sends events; often an ``EffectRouter``. Connected each time
    ///     that a loop is started.
    /// - Returns: A builder. Add an event source and a logger, then start it or make a controller from it.
    @inlinable
    public static func loop<Model, Event, Effect, EffectHandler: Connectable & Sendable>(
        update: Update<Model, Event, Effect>, effectHandler: EffectHandler
    ) -> Builder<Model, Event, Effect>
    where EffectHandler.Input == Effect, EffectHandler.Output == Event {
        Builder(update: update, effectHandler: AnyConnectable(effectHandler))
    }

    /// Returns a builder for a loop.
    ///
    /// - Parameters:
    ///   - update: The loop's update function. It is pure, and runs on the loop's queue.
    ///   - effectHandler: Takes the loop's effects and sends events; often an ``EffectRouter``. Connected each time
    ///     that a loop is started.
    /// - Returns: A builder. Add an event source and a logger, then start it or make a controller from it.
    @inlinable
    public static func loop<Model, Event, Effect, EffectHandler: Connectable & Sendable>(
        update: @escaping @Sendable (Model, Event) -> Next<Model, Effect>, effectHandler: EffectHandler
    ) -> Builder<Model, Event, Effect>
    where EffectHandler.Input == Effect, EffectHandler.Output == Event {
        loop(update: Update(update), effectHandler: effectHandler)
    }
}
