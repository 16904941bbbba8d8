import CarillonDevices

/// A feature of the box as the fleet shows it: its place, and the form of its values.
struct FleetEntry: Equatable, Sendable {
    /// The form of a feature's values.
    enum Form: Equatable, Sendable {
        /// Events; see `FleetEntry.eventTypes`.
        case press
        case toggle(isDimmable: Bool)
        indirect case level(Feature.Scale)
        /// A level that is turned, with events; see `FleetEntry.turnTypes`.
        indirect case knob(Feature.Scale)
        case color
        case text
        /// One of several texts.
        case choice([String])
        /// A cover, such as a blind: the states of `CoverState`, and the commands of `CoverCommand`.
        case cover
        /// The names of the sounds that can be played.
        case sound([SoundName])
    }

    let place: FleetPlace
    let form: Form
    /// Whether commands can have an effect.
    let acceptsCommands: Bool
    var appearance = Appearance.standard

    /// The appearance of an entity in Home Assistant.
    enum Appearance: Equatable, Sendable {
        case standard
        /// That of the wiring. Indirect, because few entities have one.
        indirect case requested(Wiring.Entity)
    }

    /// The types of events of a press.
    static let eventTypes = ["press", "release", "hold", "click", "double_click", "triple_click"]
    /// The types of events of a knob.
    static let turnTypes = ["rotate_right", "rotate_left"]

    /// The path of the events among the topics of the box; nil for a feature without events.
    var eventPath: String? {
        switch form {
        case .press: place.path
        case .knob: "\(place.path)/turn"
        default: nil
        }
    }
}

extension FleetEntry {
    /// Returns the entry of a feature; nil for pictures, which the fleet does not show.
    ///
    /// - Parameters:
    ///   - value: The present value of the feature.
    ///   - acceptsCommands: Whether commands can have an effect.
    init?(
        _ place: FleetPlace, _ feature: Feature, _ value: Feature.Value, acceptsCommands: Bool, _ appearance: Appearance
    ) {
        switch value {
        case .press: form = .press
        case .toggle: form = .toggle(isDimmable: feature.isDimmable)
        case .level(_, let scale): form = feature.gestures == nil ? .level(scale) : .knob(scale)
        case .color: form = .color
        case .text where place.kind == FleetPlace.cover: form = .cover
        case .text: form = feature.options.isEmpty ? .text : .choice(feature.options)
        case .sound: form = .sound(feature.sounds().sorted { $0.description < $1.description })
        case .picture: return nil
        }
        self.place = place
        self.acceptsCommands = acceptsCommands
        self.appearance = appearance
    }
}

extension Feature.Gesture {
    /// The types of the events in the fleet: none for more than three clicks, one for each step of a turn.
    var eventTypes: [String] {
        switch self {
        case .turned(let steps):
            // A fast turn is seldom more than a few steps.
            Array(repeating: FleetEntry.turnTypes[steps > 0 ? 0 : 1], count: min(abs(steps), 20))
        default: clickType.map { [$0] } ?? []
        }
    }

    private var clickType: String? {
        switch self {
        case .pressed: "press"
        case .released: "release"
        case .held: "hold"
        case .clicked(1): "click"
        case .clicked(2): "double_click"
        case .clicked(3): "triple_click"
        case .clicked, .turned: nil
        }
    }
}
