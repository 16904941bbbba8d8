import CarillonDevices

/// A feature of the box as the fleet shows it: its place, and the form of its values.
struct FleetEntry: Equatable, Sendable {
    /// The form of a feature's values.
    enum Form: Equatable, Sendable {
        /// Events; see `FleetEntry.eventTypes`.
        case press
        case toggle(isDimmable: Bool)
        indirect case level(Feature.Scale)
        case color
        case text
        /// The names of the sounds that can be played.
        case sound([SoundName])
    }

    let place: FleetPlace
    let form: Form
    /// Whether commands can have an effect.
    let acceptsCommands: Bool

    /// The types of events of a press.
    static let eventTypes = ["press", "release", "hold", "click", "double_click", "triple_click"]
}

extension FleetEntry {
    /// Returns the entry of a feature; nil for pictures, which the fleet does not show.
    ///
    /// - Parameters:
    ///   - value: The present value of the feature.
    ///   - acceptsCommands: Whether commands can have an effect.
    init?(_ place: FleetPlace, _ feature: Feature, _ value: Feature.Value, acceptsCommands: Bool) {
        switch value {
        case .press: form = .press
        case .toggle: form = .toggle(isDimmable: feature.isDimmable)
        case .level(_, let scale): form = .level(scale)
        case .color: form = .color
        case .text: form = .text
        case .sound: form = .sound(feature.sounds().sorted { $0.description < $1.description })
        case .picture: return nil
        }
        self.place = place
        self.acceptsCommands = acceptsCommands
    }
}

extension Feature.Gesture {
    /// The type of the event in the fleet; nil for more than three clicks.
    var eventType: String? {
        switch self {
        case .pressed: "press"
        case .released: "release"
        case .held: "hold"
        case .clicked(1): "click"
        case .clicked(2): "double_click"
        case .clicked(3): "triple_click"
        case .clicked: nil
        }
    }
}
