// The names of Mobius that have nothing to do with loops stand below them.
@_exported import class CarillonScheduling.AnonymousDisposable
@_exported import class CarillonScheduling.CompositeDisposable
@_exported import protocol CarillonScheduling.Disposable
@_exported import class CarillonScheduling.EmptyDisposable
@_exported import protocol CarillonScheduling.LoopQueue

/// Where loops begin.
public enum Mobius {
    /// A loop to be built.
    ///
    /// - Parameters:
    ///   - update: The loop's update function.
    ///   - effectHandler: Takes the loop's effects and sends events; often an ``EffectRouter``. Connected each time that
    ///     a loop is started.
    /// - Returns: A builder, to be given an event source and a logger, and to be started or made into a controller.
    @inlinable
    public static func loop<Model, Event, Effect, EffectHandler: Connectable & Sendable>(
        update: Update<Model, Event, Effect>, effectHandler: EffectHandler
    ) -> Builder<Model, Event, Effect>
    where EffectHandler.Input == Effect, EffectHandler.Output == Event {
        Builder(update: update, effectHandler: AnyConnectable(effectHandler))
    }

    /// A loop to be built.
    ///
    /// - Parameters:
    ///   - update: The loop's update function: pure, and run on the loop's queue.
    ///   - effectHandler: Takes the loop's effects and sends events; often an ``EffectRouter``. Connected each time that
    ///     a loop is started.
    /// - Returns: A builder, to be given an event source and a logger, and to be started or made into a controller.
    @inlinable
    public static func loop<Model, Event, Effect, EffectHandler: Connectable & Sendable>(
        update: @escaping @Sendable (Model, Event) -> Next<Model, Effect>, effectHandler: EffectHandler
    ) -> Builder<Model, Event, Effect>
    where EffectHandler.Input == Effect, EffectHandler.Output == Event {
        loop(update: Update(update), effectHandler: effectHandler)
    }
}
