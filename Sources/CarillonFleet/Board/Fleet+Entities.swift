import CarillonDevices
import MobiusCore

/// Fans, sirens, times of the day and messages. As with switches, an event source and a view with the same name are one entity.
extension Fleet {
    /// Sends an event when the fleet sets the speed of a fan, from 0 (off) to 1, in steps of 0.01.
    public func fan<Event: Sendable>(
        _ name: String, _ event: @escaping @Sendable (Double) -> Event
    ) -> AnyEventSource<Event> {
        commands("fan", name, .toggle(.off)) { value in
            guard case .toggle(let pattern) = value else { return event(0) }
            return event(((pattern.steadyShare ?? 1) * 100).rounded() / 100)
        }
    }

    /// Sends an event when the fleet turns a siren on (true) or off. Home Assistant groups sirens with alarms.
    public func siren<Event: Sendable>(
        _ name: String, _ event: @escaping @Sendable (Bool) -> Event
    ) -> AnyEventSource<Event> {
        commands("siren", name, .toggle(.off)) { value in event(value != .toggle(.off)) }
    }

    /// Sends an event when the fleet sets a time of the day, such as that of an alarm clock. Commands that are not a time are
    /// refused.
    public func time<Event: Sendable>(
        _ name: String, _ event: @escaping @Sendable (TimeOfDay) -> Event
    ) -> AnyEventSource<Event> {
        @Sendable func time(_ value: Feature.Value) -> TimeOfDay? { value.text.flatMap { TimeOfDay($0) } }
        @Sendable func isTime(_ value: Feature.Value) -> Bool { time(value) != nil }
        // A command that is not valid is no event.
        return commands("time", name, .text(""), isValid: isTime) { event(time($0)!) }
    }

    /// Sends an event when the fleet sends a message: Home Assistant's action `notify.send_message`. A message has up to 4096
    /// bytes. A display that no view drives shows messages without an event source.
    public func notify<Event: Sendable>(
        _ name: String, _ event: @escaping @Sendable (String) -> Event
    ) -> AnyEventSource<Event> {
        commands("notify", name, .text("")) { event($0.text ?? "") }
    }

    /// Returns a view that publishes the speed of a fan that `speed` returns for a model, from 0 (off) to 1.
    public func fan<Model>(_ name: String, _ speed: @escaping @Sendable (Model) -> Double) -> DeviceView<Model> {
        value("fan", name, .toggle(.off)).showing { .toggle(.dimmed(to: speed($0))) }
    }

    /// Returns the view that shows whether a siren is on, for each model.
    public func siren<Model>(_ name: String, _ isOn: @escaping @Sendable (Model) -> Bool) -> DeviceView<Model> {
        value("siren", name, .toggle(.off)).showing { .toggle(.steady(isOn($0))) }
    }

    /// Returns the view that shows a time of the day for each model; nil shows no time.
    public func time<Model>(_ name: String, _ time: @escaping @Sendable (Model) -> TimeOfDay?) -> DeviceView<Model> {
        value("time", name, .text("")).showing { model in .text(time(model).map { "\($0)" } ?? "") }
    }
}
