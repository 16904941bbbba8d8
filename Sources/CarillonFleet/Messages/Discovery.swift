import CarillonBoard
import CarillonDevices

/// The message by which Home Assistant finds a box with its devices: one retained message, since Home Assistant 2024.11.
///
/// It is made from the features of the devices, so that a new kind of device needs no code here.
final class Discovery: Sendable {
    /// The age of an event from which it triggers nothing.
    static let late = Duration.seconds(10)
    /// The name of the message among the box's states, although its topic is not among the box's topics.
    static let path = "discovery"

    let identity: FleetIdentity
    let title: String
    /// The model of the board.
    let board: String
    let prefix: String
    let topics: FleetTopics
    let entries: [FleetEntry]
    let diagnostics: [Diagnostic]

    /// - Parameters:
    ///   - title: The name shown to users.
    ///   - board: The model of the board.
    ///   - prefix: The first level of Home Assistant's discovery topics: `homeassistant`.
    ///   - entries: The features of the box.
    ///   - diagnostics: The measurements of the box.
    init(
        _ identity: FleetIdentity, title: String, board: String, prefix: String, _ entries: [FleetEntry],
        diagnostics: [Diagnostic] = []
    ) {
        self.identity = identity
        self.title = title
        self.board = board
        self.prefix = prefix
        topics = FleetTopics(identity)
        self.entries = entries
        self.diagnostics = diagnostics
    }

    /// The entities and triggers. They are made on each call: a list would take more memory than the message.
    var components: [Component] {
        var components: [Component] = []
        var keys: Set<String> = []
        for entry in entries {
            var path = entry.form == .press ? nil : entry.place.path
            for var component in Self.components(of: entry, topics) {
                (component.path, path) = (path, nil)
                // Devices of different kinds may have the same name.
                if !keys.insert(component.key).inserted {
                    component.name += " (\(entry.place.kind))"
                    keys.insert(component.key)
                }
                components.append(component)
            }
        }
        components.append(
            Component(
                "sensor", "dropped events",
                [("state_topic", .text(topics[.dropped])), ("entity_category", .text("diagnostic"))]))
        return components + diagnostics.map { $0.component(topics) }
    }

    /// The list of the components.
    var roster: Roster {
        Roster(components.map { Roster.Line(key: $0.key, platform: $0.platform, path: $0.path) })
    }

    var topic: String { "\(prefix)/device/\(identity.id)/config" }

    /// The topic on which Home Assistant reports that it has started.
    var status: String { "\(prefix)/status" }

    /// Returns the message.
    ///
    /// - Parameters:
    ///   - gone: The components that the box had before. Home Assistant removes them.
    ///   - isRevived: Whether these components appear once more. Home Assistant removes only what it has found since its
    ///     own start.
    func payload(gone: [Roster.Line], isRevived: Bool = false) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("device")
            json.object { json in
                json.key("identifiers")
                json.array { $0.string(identity.id) }
                for (key, text) in [("name", title), ("manufacturer", "Carillon"), ("model", board)] {
                    json.key(key)
                    json.string(text)
                }
            }
            json.key("origin")
            json.object { json in
                json.key("name")
                json.string("carillon")
            }
            json.key("availability_topic")
            json.string(topics[.availability])
            json.key("components")
            json.object { json in
                for component in components { component.write(to: &json, box: identity.id) }
                for line in gone where !isRevived || line.platform != Component.trigger {
                    json.key(line.key)
                    json.object { json in
                        json.key("platform")
                        json.string(line.platform)
                        if isRevived { Self.revive(line, &json, topics, box: identity.id) }
                    }
                }
            }
        }
        return json.bytes
    }

    /// Writes what any platform demands of a component. Each platform ignores the others' keys.
    private static func revive(_ line: Roster.Line, _ json: inout JSONText, _ topics: FleetTopics, box: String) {
        let topic = topics.topic("gone")
        for (key, text) in [
            ("unique_id", "\(box)_\(line.key)"), ("name", line.key), ("state_topic", topic), ("command_topic", topic),
        ] {
            json.key(key)
            json.string(text)
        }
        json.key("event_types")
        json.array { $0.string("gone") }
    }

    // MARK: The components of a feature

    private static func components(of entry: FleetEntry, _ topics: FleetTopics) -> [Component] {
        let place = entry.place
        let name = place.feature.isEmpty ? place.name : "\(place.name) \(place.feature)"
        let state = [("state_topic", Component.Value.text(topics.feature(place)))]
        // Home Assistant requests QoS 0 for states: the acknowledgements of QoS 1 would delay what an automation sends
        // next by 40 ms. It publishes commands with QoS 1.
        let command = [("command_topic", Component.Value.text(topics.command(place))), ("qos", .number(1))]
        let both = state + command
        func one(_ platform: String, _ fields: [(String, Component.Value)]) -> [Component] {
            [Component(platform, name, fields)]
        }
        switch (entry.form, entry.acceptsCommands) {
        case (.press, true): return one("button", command + [("payload_press", .text("PRESS"))])
        case (.press, false): return presses(name, state)
        case (.toggle(isDimmable: true), true): return one("light", both + brightness(topics, place))
        case (.toggle(isDimmable: false), true): return one("switch", both)
        case (.toggle, false):
            return one("binary_sensor", state + [("value_template", .text("{{ 'OFF' if value == 'OFF' else 'ON' }}"))])
        case (.level(let scale), true) where scale.range != nil: return one("number", both + range(scale))
        case (.level(let scale), _): return one("sensor", state + unit(scale))
        case (.color, true): return one("light", both + color(topics, place))
        case (.color, false): return one("sensor", state)
        case (.text, true): return one("text", both + [("max", .number(255)), shortened])
        case (.text, false): return one("sensor", state + [shortened])
        case (.sound(let sounds), true):
            let plays = sounds.map { Component("button", "\($0)", command + [("payload_press", .text("play \($0)"))]) }
            return plays + [Component("button", "stop \(name)", command + [("payload_press", .text("stop"))])]
                + one("sensor", state)
        case (.sound, false): return one("sensor", state)
        }
    }

    /// Returns the entity of a button's events, and the device triggers. All use the same topic.
    private static func presses(_ name: String, _ state: [(String, Component.Value)]) -> [Component] {
        let isPunctual = "value_json.late_ms < \(late / .milliseconds(1))"
        let entity = Component(
            "event", name,
            state + [
                ("device_class", .text("button")), ("event_types", .list(FleetEntry.eventTypes)),
                ("value_template", .text("{{ value if \(isPunctual) else '{}' }}")),
            ])
        let triggers = [
            ("press", "button_short_press"), ("release", "button_short_release"), ("hold", "button_long_press"),
            ("double_click", "button_double_press"), ("triple_click", "button_triple_press"),
        ]
        return [entity]
            + triggers.map { type, trigger in
                Component(
                    Component.trigger, "\(name) \(type)",
                    [
                        ("automation_type", .text("trigger")), ("type", .text(trigger)), ("subtype", .text(name)),
                        ("topic", state[0].1), ("payload", .text(type)),
                        ("value_template", .text("{{ value_json.event_type if \(isPunctual) else '' }}")),
                    ])
            }
    }

    /// A brightness is the percentage in the state, and `OFF` or a percentage as a command.
    private static func brightness(_ topics: FleetTopics, _ place: FleetPlace) -> [(String, Component.Value)] {
        [
            ("state_value_template", .text("{{ 'OFF' if value == 'OFF' else 'ON' }}")),
            ("brightness_state_topic", .text(topics.feature(place))),
            ("brightness_value_template", .text("{{ 100 if value == 'ON' else value | int(0) }}")),
            ("brightness_command_topic", .text(topics.command(place))), ("brightness_scale", .number(100)),
            ("on_command_type", .text("brightness")),
        ]
    }

    private static func color(_ topics: FleetTopics, _ place: FleetPlace) -> [(String, Component.Value)] {
        let parts = (0..<3).map { "{{ value[\(2 * $0 + 1):\(2 * $0 + 3)] | int(0, 16) }}" }.joined(separator: ",")
        return [
            ("state_value_template", .text("{{ 'OFF' if value == 'OFF' else 'ON' }}")),
            ("rgb_state_topic", .text(topics.feature(place))),
            ("rgb_value_template", .text("{% if value[:1] == '#' %}\(parts){% endif %}")),
            ("rgb_command_topic", .text(topics.command(place))),
            ("rgb_command_template", .text("{{ '#%02x%02x%02x' | format(red, green, blue) }}")),
            ("on_command_type", .text("first")),
        ]
    }

    private static func range(_ scale: Feature.Scale) -> [(String, Component.Value)] {
        let bounds: [(String, Double?)] = [
            ("min", scale.range?.lowerBound), ("max", scale.range?.upperBound), ("step", scale.step),
        ]
        return unit(scale) + bounds.compactMap { key, number in number.map { (key, .number($0)) } }
    }

    private static func unit(_ scale: Feature.Scale) -> [(String, Component.Value)] {
        let unit = scale.unit.drop { $0 == " " }
        return unit.isEmpty ? [] : [("unit_of_measurement", .text(String(unit)))]
    }

    /// The states of Home Assistant have at most 255 characters.
    private static let shortened = ("value_template", Component.Value.text("{{ value[:255] }}"))
}
