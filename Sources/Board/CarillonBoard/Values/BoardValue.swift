import CarillonDevices
import MobiusCore

/// A value of an application that users see besides its devices. ``set(_:)`` or a view sets the value, which the page, the
/// panel, the fleet and the bench then show. They can also send commands.
public struct BoardValue<Value: Sendable, Command: Sendable>: Settable {
    package let state: ApplicationValue
    /// The value at first, with the form of the commands.
    let form: Feature.Value
    /// The texts of the commands; empty for any.
    let options: [String]
    let shown: @Sendable (Value) -> Feature.Value
    let command: @Sendable (Feature.Value) -> Command?

    public var views: ViewCount { state.views }

    /// Shows a value. May be called from any thread.
    public func set(_ value: Value) { state.show(shown(value)) }

    /// Sends the result of `event` for each command from outside the program. Only with such an event source can users set
    /// the value. Without a view, a command also changes the value that is shown.
    public func commanded<Event: Sendable>(
        send event: @escaping @Sendable (Command) -> Event
    ) -> AnyEventSource<Event> {
        state.accept(form, options: options) { [command] in command($0) != nil }
        // Only what is a command is accepted.
        return state.commands { [command] in event(command($0)!) }
    }
}

extension BoardValue where Command == Void {
    /// Sends `event` when the button is pressed.
    public func pressed<Event: Sendable>(send event: Event) -> AnyEventSource<Event> { commanded { event } }
}

extension BoardValue where Value == Double {
    /// Returns the view that shows the result of `number`, a whole number, for each model.
    public func view<Model>(_ number: @escaping @Sendable (Model) -> Int) -> DeviceView<Model> {
        view { (model: Model) -> Double in Double(number(model)) }
    }
}
