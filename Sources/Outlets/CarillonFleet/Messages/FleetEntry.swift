import CarillonBoard
import CarillonDevices

/// A feature of the box as the fleet shows it: its path, and the form of its values.
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
        /// The picture of a display. It accepts no commands.
        case picture
        /// One of several texts.
        case choice([String])
        /// A cover, such as a blind: the states of `CoverState`, and the commands of `CoverCommand`.
        case cover
        /// A cover with a position in percent, from 0, closed, to 100, open.
        case position
        /// A fan: on and off, and a speed in percent.
        case fan
        /// A siren: on and off.
        case siren
        /// A time of the day as a text: `07:00`.
        case time
        /// A receiver of messages.
        case notify
        /// The names of the sounds that can be played.
        case sound([SoundName])
    }

    let path: FeaturePath
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

    /// The scale of a number, with the class of the wiring if there is one that suits; nil for other values.
    var scale: Feature.Scale? {
        guard let own = ownScale else { return nil }
        guard case .requested(let entity) = appearance, path.feature.isEmpty, let name = entity.deviceClass,
            NumberClass.names(for: own).contains(name)
        else { return own }
        return own.measuring(name)
    }

    private var ownScale: Feature.Scale? {
        switch form {
        case .level(let scale), .knob(let scale): scale
        default: nil
        }
    }

    /// The path of the events among the topics of the box; nil for a feature without events.
    var eventPath: String? {
        switch form {
        case .press: path.text
        case .knob: "\(path.text)/turn"
        default: nil
        }
    }
}

extension FleetEntry {
    /// Returns the entry of a feature; nil for pixels, screens and a progress, which the fleet does not show.
    ///
    /// - Parameter acceptsCommands: Whether commands can have an effect.
    init?(
        _ feature: BoardFeature, acceptsCommands: Bool = false, _ appearance: Appearance = .standard
    ) {
        let (path, description) = (feature.path, feature.feature)
        guard !description.isProgress else { return nil }
        switch feature.value {
        case .press: form = .press
        case .toggle where description.role == .fan: form = .fan
        case .toggle where description.role == .siren: form = .siren
        case .toggle: form = .toggle(isDimmable: description.isDimmable)
        case .level where description.role == .cover: form = .position
        case .level(_, let scale): form = description.hasGestures ? .knob(scale) : .level(scale)
        case .color: form = .color
        case .text where path.kindOfValue == .cover: form = .cover
        case .text where path.kindOfValue == .time: form = .time
        case .text where path.kindOfValue == .message: form = .notify
        case .text: form = description.options.isEmpty ? .text : .choice(description.options)
        case .sound: form = .sound(description.sounds)
        case .picture: form = .picture
        case .pixels, .elements: return nil
        }
        self.path = path
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

extension BoardFeatures {
    /// The features that the fleet shows: those of the board without parts, and the application's values that do not stand
    /// for one of them. Queue only.
    var inFleet: [BoardFeature] {
        let shown = shown.filter { !$0.isPart && FleetEntry($0) != nil }
        return shown + values(besides: shown).filter { FleetEntry($0) != nil }
    }

    /// Returns a feature as the fleet shows it. Queue only.
    ///
    /// - Parameter wiring: The wiring of the board, which may state the appearance.
    func entry(_ feature: BoardFeature, in wiring: Wiring) -> FleetEntry? {
        let wired = wiring.devices.first { $0.kind == feature.kind && $0.name == feature.owner.name }
        let entity = wired?.entity ?? (feature.owner as? ApplicationValue)?.entity
        return FleetEntry(
            feature, acceptsCommands: acceptsCommands(for: feature, from: .fleet),
            entity.map { .requested($0) } ?? .standard)
    }
}
