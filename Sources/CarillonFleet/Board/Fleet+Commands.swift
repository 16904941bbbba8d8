import CarillonDevices
import MobiusCore

/// A command of the fleet for a cover, such as a blind or a gate.
public enum CoverCommand: String, CaseIterable, Codable, Sendable {
    /// Opens the cover. The raw value is the state to reach.
    case open
    /// Closes the cover.
    case close = "closed"
    /// Stops the cover at its current position.
    case stop = "stopped"
}

/// The state of a cover in the fleet.
public enum CoverState: String, CaseIterable, Codable, Sendable {
    /// Open, even if not completely.
    case open
    /// Being opened.
    case opening
    /// Completely closed.
    case closed
    /// Being closed.
    case closing
    /// Stopped before it was completely open or closed.
    case stopped
}

/// Lights, choices, texts and covers. As with switches, an event source and a view with the same name are one entity.
extension Fleet {
    /// Sends an event when the fleet sets the brightness of a light, from 0 (off) to 1, in steps of 0.01.
    public func light<Event: Sendable>(
        _ name: String, _ event: @escaping @Sendable (Double) -> Event
    ) -> AnyEventSource<Event> {
        commands("light", name, .toggle(.off)) { value in
            guard case .toggle(let pattern) = value else { return event(0) }
            // A light has 256 steps, but the fleet has percents.
            return event(((pattern.steadyShare ?? 1) * 100).rounded() / 100)
        }
    }

    /// Sends an event when the fleet sets the colour of a light, or turns it off: then the colour is black.
    public func light<Event: Sendable>(
        _ name: String, _ event: @escaping @Sendable (Color) -> Event
    ) -> AnyEventSource<Event> {
        commands("light", name, .color(.white, .off)) { value in
            guard case .color(let color, let pattern) = value, pattern != .off else { return event(.black) }
            return event(color)
        }
    }

    /// Sends an event when the fleet selects one of several texts.
    ///
    /// - Parameter options: The texts to choose from, at least one.
    public func select<Event: Sendable>(
        _ name: String, options: [String], _ event: @escaping @Sendable (String) -> Event
    ) -> AnyEventSource<Event> {
        commands("select", name, .text(Self.unknown), options: options) { event($0.text ?? "") }
    }

    /// Sends an event when the fleet selects a case of an enumeration. Users see the raw values of the cases.
    public func select<Choice: CaseIterable & RawRepresentable<String> & Sendable, Event: Sendable>(
        _ name: String, _ event: @escaping @Sendable (Choice) -> Event
    ) -> AnyEventSource<Event> {
        // A command is one of the options.
        select(name, options: Choice.allCases.map(\.rawValue)) { event(Choice(rawValue: $0)!) }
    }

    /// Sends an event when the fleet sets a text. Home Assistant sends up to 255 characters, other clients up to 4096
    /// bytes.
    public func text<Event: Sendable>(
        _ name: String, _ event: @escaping @Sendable (String) -> Event
    ) -> AnyEventSource<Event> {
        commands("text", name, .text("")) { event($0.text ?? "") }
    }

    /// Sends an event when the fleet opens, closes or stops a cover, such as a blind or a gate.
    public func cover<Event: Sendable>(
        _ name: String, _ event: @escaping @Sendable (CoverCommand) -> Event
    ) -> AnyEventSource<Event> {
        let options = CoverCommand.allCases.map(\.rawValue)
        return commands("cover", name, .text(Self.unknown), options: options) { value in
            event(value.text.flatMap(CoverCommand.init) ?? .stop)
        }
    }

    /// Returns a view that publishes the brightness of a light for a model, from 0 (off) to 1.
    public func light<Model>(
        _ name: String, _ brightness: @escaping @Sendable (Model) -> Double
    ) -> DeviceView<Model> {
        value("light", name, .toggle(.off)).showing { .toggle(.dimmed(to: brightness($0))) }
    }

    /// Returns the view that shows the colour of a light for each model. Black means that the light is off.
    public func light<Model>(_ name: String, _ color: @escaping @Sendable (Model) -> Color) -> DeviceView<Model> {
        value("light", name, .color(.white, .off)).showing { model in
            let color = color(model)
            return .color(color, color == .black ? .off : .on)
        }
    }

    /// Returns the view that shows the selected case of an enumeration for each model.
    public func select<Choice: RawRepresentable<String> & Sendable, Model>(
        _ name: String, _ choice: @escaping @Sendable (Model) -> Choice
    ) -> DeviceView<Model> {
        select(name) { (model: Model) -> String in choice(model).rawValue }
    }

    /// Returns the view that shows the selected text for each model.
    public func select<Model>(_ name: String, _ choice: @escaping @Sendable (Model) -> String) -> DeviceView<Model> {
        value("select", name, .text(Self.unknown)).showing { .text(choice($0)) }
    }

    /// Returns a view that publishes the state of a cover for a model.
    public func cover<Model>(
        _ name: String, _ state: @escaping @Sendable (Model) -> CoverState
    ) -> DeviceView<Model> {
        value("cover", name, .text(Self.unknown)).showing { .text(state($0).rawValue) }
    }

    /// The payload that Home Assistant shows as unknown.
    private static let unknown = "None"
}
