import MobiusCore

/// Something that carries out effects, such as the player and all that is ``Settable``.
///
///     .routeCase(Effect.next).to(board.player.handler(.next))
public protocol EffectHandling<Value>: Sendable {
    /// The type of what an effect asks for.
    associatedtype Value: Sendable

    /// Carries out one effect, like ``/MobiusCore/EffectHandler/handle(_:_:)``.
    func handle<Event: Sendable>(_ value: Value, _ callback: EffectCallback<Event>) -> any Disposable
}

extension EffectHandling {
    /// Returns the effect handler for a value.
    public func handler<Event: Sendable>(_ value: Value) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { _, callback in handle(value, callback) }
    }

    /// Returns the effect handler for the value that `value` returns for what the effect carries.
    public func handler<Parameters, Event: Sendable>(
        _ value: @escaping @Sendable (Parameters) -> Value
    ) -> AnyEffectHandler<Parameters, Event> {
        AnyEffectHandler { parameters, callback in handle(value(parameters), callback) }
    }
}

/// Something that has a value: the pattern of a light, the angle of a servo, the text of a display. All devices that are no
/// inputs are settable, with the same three functions:
///
///     controller.connectView(try board.led("lamp").view { $0.isOn ? .on : .off })     // follows the model
///     .routeCase(Effect.warn).to(try board.led("lamp").handler(.blinking(times: 3)))  // carries out an effect
///     try board.led("lamp").set(.on)                                                  // acts at once
///
/// If the effect carries the value, its route ends in `.to(try board.led("lamp").set)`.
public protocol Settable<Value>: EffectHandling {
    /// The type of the values. Declared again, so that it follows from `set`.
    associatedtype Value

    /// The number of connected views.
    var views: ViewCount { get }

    /// Sets the value, as `handle(_:_:)` does by default. May be called from any thread; takes effect immediately on the
    /// queue.
    func set(_ value: Value)

    /// Returns the view that sets the value that `value` returns for each model.
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

/// Something whose value can also change slowly, without events of a timer in the loop: a light, a volume.
///
///     controller.connectView(try board.led("lamp").view(over: .seconds(60)) { $0.isNight ? .off : .on })
///     .routeCase(Effect.wake).to(board.speaker.volume.handler(.percent(80), over: .seconds(60)))
public protocol Fading: Settable {
    /// Goes from the present value to another one, evenly to the eye or the ear. What is set meanwhile takes effect at once.
    /// May be called from any thread.
    func set(_ value: Value, over duration: Duration)

    /// Returns the view that goes to the value that `value` returns for each model. Models with the same value do not begin
    /// anew.
    func view<Model>(over duration: Duration, _ value: @escaping @Sendable (Model) -> Value) -> DeviceView<Model>
}

extension Fading {
    /// Returns the effect handler that goes to a value. The effect ends at once.
    public func handler<Event: Sendable>(_ value: Value, over duration: Duration) -> AnyEffectHandler<Void, Event> {
        .performing { set(value, over: duration) }
    }
}

extension Fading where Value == Pattern {
    /// Goes from the present brightness to a steady one, evenly to the eye. Other patterns begin at once. May be called from
    /// any thread.
    public func set(_ pattern: Pattern, over duration: Duration) { set(pattern.reached(over: duration)) }

    /// Returns the view that goes to the brightness that `pattern` returns for each model. Patterns that are not steady begin
    /// at once.
    public func view<Model>(
        over duration: Duration, _ pattern: @escaping @Sendable (Model) -> Pattern
    ) -> DeviceView<Model> {
        view { pattern($0).reached(over: duration) }
    }
}

/// A part of a device that has a value of its own: the backlight of a display, the mute switch of a volume.
public struct SettablePart<Value: Sendable>: Settable {
    public let views: ViewCount
    private let body: @Sendable (Value) -> Void

    /// - Parameter set: Sets the value. Called on any thread.
    init(_ views: ViewCount, set: @escaping @Sendable (Value) -> Void) { (self.views, body) = (views, set) }

    public func set(_ value: Value) { body(value) }
}
