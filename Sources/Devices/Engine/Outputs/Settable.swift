import MobiusCore

/// Something that carries out effects, such as the player and all that is ``Settable``.
///
///     .routeCase(Effect.next).to(board.player.handler(.next))
public protocol EffectHandling<Value>: Sendable {
    /// The type of the values that effects carry, such as a pattern or a command.
    associatedtype Value: Sendable

    /// Carries out one effect, like ``/MobiusCore/EffectHandler/handle(_:_:)``.
    func handle<Event: Sendable>(_ value: Value, _ callback: EffectCallback<Event>) -> any Disposable
}

extension EffectHandling {
    /// Returns the effect handler that carries out an effect with `value`.
    public func handler<Event: Sendable>(_ value: Value) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { _, callback in handle(value, callback) }
    }

    /// Returns the effect handler that carries out an effect with the result of `value` for the effect's parameters.
    public func handler<Parameters, Event: Sendable>(
        _ value: @escaping @Sendable (Parameters) -> Value
    ) -> AnyEffectHandler<Parameters, Event> {
        AnyEffectHandler { parameters, callback in handle(value(parameters), callback) }
    }
}

/// Something that has a value: the pattern of a light, the angle of a servo, the text of a display. All devices except
/// inputs are settable, with the same three functions:
///
///     controller.connectView(try board.led("lamp").view { $0.isOn ? .on : .off })     // follows the model
///     .routeCase(Effect.warn).to(try board.led("lamp").handler(.blinking(times: 3)))  // carries out an effect
///     try board.led("lamp").set(.on)                                                  // acts at once
///
/// If the effect carries the value, its route ends in `.to(try board.led("lamp").set)`.
public protocol Settable<Value>: EffectHandling {
    /// The type of the values. Declared again, so that the compiler infers it from `set`.
    associatedtype Value

    /// The number of connected views.
    var views: ViewCount { get }

    /// Sets the value, as `handle(_:_:)` does by default. May be called from any thread; takes effect immediately on the
    /// queue.
    func set(_ value: Value)

    /// Returns the view that sets the result of `value` for each model.
    func view<Model>(_ value: @escaping @Sendable (Model) -> Value) -> DeviceView<Model>
}

extension Settable {
    public func view<Model>(_ value: @escaping @Sendable (Model) -> Value) -> DeviceView<Model> {
        DeviceView(views) { [self] model in set(value(model)) }
    }

    public func handle<Event: Sendable>(_ value: Value, _ callback: EffectCallback<Event>) -> any Disposable {
        set(value)
        callback.end()
        return EmptyDisposable()
    }
}

/// Something whose value can also change slowly, such as a light or a volume. The loop needs no timer for this.
///
///     controller.connectView(try board.led("lamp").view(over: .seconds(60)) { $0.isNight ? .off : .on })
///     .routeCase(Effect.wake).to(board.speaker.volume.handler(.percent(80), over: .seconds(60)))
public protocol Fading: Settable {
    /// Changes the present value slowly to `value`, evenly to the eye or the ear. A value that is set during the change
    /// takes effect at once. May be called from any thread.
    func set(_ value: Value, over duration: Duration)

    /// Returns the view that changes the value slowly to the result of `value` for each model. Models with the same result
    /// do not start the change again.
    func view<Model>(over duration: Duration, _ value: @escaping @Sendable (Model) -> Value) -> DeviceView<Model>
}

extension Fading {
    /// Returns the effect handler that starts a slow change to `value`. The effect ends at once, not with the change.
    public func handler<Event: Sendable>(_ value: Value, over duration: Duration) -> AnyEffectHandler<Void, Event> {
        .performing { set(value, over: duration) }
    }
}

extension Fading where Value == Pattern {
    /// Fades from the present brightness to that of a steady pattern, evenly to the eye. Other patterns begin at once. May
    /// be called from any thread.
    public func set(_ pattern: Pattern, over duration: Duration) { set(pattern.reached(over: duration)) }

    /// Returns the view that fades to the result of `pattern` for each model. Patterns that are not steady begin at once.
    public func view<Model>(
        over duration: Duration, _ pattern: @escaping @Sendable (Model) -> Pattern
    ) -> DeviceView<Model> {
        view { pattern($0).reached(over: duration) }
    }
}

/// A part of a device with its own value, such as the backlight of a display or the mute switch of a volume.
public struct SettablePart<Value: Sendable>: Settable {
    public let views: ViewCount
    private let body: @Sendable (Value) -> Void

    /// - Parameter set: Sets the value. Called on any thread.
    init(_ views: ViewCount, set: @escaping @Sendable (Value) -> Void) { (self.views, body) = (views, set) }

    public func set(_ value: Value) { body(value) }
}
