import CarillonBoard
import CarillonDevices

extension Discovery {
    /// Returns the components of a feature.
    static func components(of entry: FleetEntry, _ topics: FleetTopics) -> [FleetComponent] {
        let path = entry.path
        let name = path.feature.isEmpty ? path.name : "\(path.name) \(path.feature)"
        let state: FleetComponent.Fields = ["state_topic": topics.feature(path)]
        // Home Assistant requests QoS 0 for states: the acknowledgements of QoS 1 would delay what an automation sends
        // next by 40 ms. It publishes commands with QoS 1.
        let command: FleetComponent.Fields = ["command_topic": topics.command(path), "qos": 1]
        let both = state + command
        func one(_ platform: String, _ fields: FleetComponent.Fields) -> [FleetComponent] {
            [FleetComponent(platform, name, fields)]
        }
        let scale = entry.scale ?? Feature.Scale()
        switch (entry.form, entry.acceptsCommands) {
        case (.press, true): return one("button", command + ["payload_press": "PRESS"])
        case (.press, false): return presses(name, entry, topics)
        case (.toggle(isDimmable: true), true): return one("light", both + brightness(topics, path))
        case (.toggle(isDimmable: false), true): return one("switch", both)
        case (.toggle, false), (.fan, false), (.siren, false):
            return one("binary_sensor", state + ["value_template": "{{ 'OFF' if value == 'OFF' else 'ON' }}"])
        case (.level, true) where scale.range != nil: return one("number", both + range(scale))
        case (.level, _): return one("sensor", state + measurement(scale))
        case (.knob, _): return one("sensor", state + measurement(scale)) + turns(name, entry, topics)
        case (.color, true): return one("light", both + color(topics, path))
        case (.choice(let options), true): return one("select", both + ["options": options])
        case (.cover, true):
            let payloads: FleetComponent.Fields = [
                "payload_open": CoverCommand.open.rawValue, "payload_close": CoverCommand.close.rawValue,
                "payload_stop": CoverCommand.stop.rawValue,
            ]
            return one("cover", both + payloads)
        case (.position, true): return one("cover", command + position(topics, path))
        case (.position, false): return one("sensor", state + ["unit_of_measurement": "%"])
        case (.text, true):
            let text = one("text", both + ["max": 255] + shortened)
            // A display shows messages, which may be longer. The application asks for its own messages by their name.
            return path.kindOfValue != nil ? text : text + [FleetComponent("notify", "\(name) message", command)]
        case (.text, false), (.time, false), (.notify, false): return one("sensor", state + shortened)
        case (.notify, true): return one("notify", command)
        case (.time, true): return one("text", both + time)
        case (.fan, true): return one("fan", both + speed(topics, path))
        case (.siren, true): return one("siren", both + siren)
        case (.sound(let sounds), true):
            let plays = sounds.map { FleetComponent("button", "\($0)", command + ["payload_press": "play \($0)"]) }
            return plays + [FleetComponent("button", "stop \(name)", command + ["payload_press": "stop"])]
                + one("sensor", state)
        case (.picture, _):
            return one(
                "image", ["image_topic": topics.feature(path), "image_encoding": "b64", "content_type": "image/bmp"])
        case (.color, false), (.choice, false), (.cover, false), (.sound, false): return one("sensor", state)
        }
    }

    /// Returns the entity of a button's events, and the device triggers. All use the same topic.
    private static func presses(_ name: String, _ entry: FleetEntry, _ topics: FleetTopics) -> [FleetComponent] {
        let topic = topics.feature(entry.path)
        let entity = FleetComponent(
            "event", name,
            [
                "state_topic": topic, "device_class": "button",
                "event_types": FleetEntry.eventTypes,
                "value_template": "{{ value if \(isPunctual) else '{}' }}",
            ])
        let triggers = [
            ("press", "button_short_press"), ("release", "button_short_release"), ("hold", "button_long_press"),
            ("double_click", "button_double_press"), ("triple_click", "button_triple_press"),
        ]
        return [entity] + triggers.map { event, type in trigger(name, event, as: type, topic: topic) }
    }

    /// Returns the device triggers of a knob.
    private static func turns(_ name: String, _ entry: FleetEntry, _ topics: FleetTopics) -> [FleetComponent] {
        FleetEntry.turnTypes.map { type in
            trigger(name, type, as: type, topic: topics.topic(entry.eventPath ?? entry.path.text))
        }
    }

    /// Returns a device trigger.
    ///
    /// - Parameters:
    ///   - event: The type of the event in the fleet.
    ///   - type: The type of the trigger in Home Assistant.
    private static func trigger(_ name: String, _ event: String, as type: String, topic: String) -> FleetComponent {
        FleetComponent(
            FleetComponent.trigger, "\(name) \(event)",
            [
                "automation_type": "trigger", "type": type, "subtype": name,
                "topic": topic, "payload": event,
                "value_template": "{{ value_json.event_type if \(isPunctual) else '' }}",
            ])
    }

    private static var isPunctual: String { "value_json.late_ms < \(late / .milliseconds(1))" }

    /// A brightness is the percentage in the state, and `OFF` or a percentage as a command.
    private static func brightness(_ topics: FleetTopics, _ path: FeaturePath) -> FleetComponent.Fields {
        [
            "state_value_template": "{{ 'OFF' if value == 'OFF' else 'ON' }}",
            "brightness_state_topic": topics.feature(path),
            "brightness_value_template": "{{ 100 if value == 'ON' else value | int(0) }}",
            "brightness_command_topic": topics.command(path), "brightness_scale": 100,
            "on_command_type": "brightness",
        ]
    }

    /// A position is a percentage in the state and as a command. An unknown position is `None` in the state; as a command, that
    /// stops the cover. Home Assistant ignores an empty position.
    private static func position(_ topics: FleetTopics, _ path: FeaturePath) -> FleetComponent.Fields {
        [
            "position_topic": topics.feature(path), "position_template": "{{ '' if value == 'None' else value }}",
            "set_position_topic": topics.command(path), "payload_open": "100", "payload_close": "0",
            "payload_stop": "None",
        ]
    }

    /// A speed is the percentage in the state, and `OFF` or a percentage as a command.
    private static func speed(_ topics: FleetTopics, _ path: FeaturePath) -> FleetComponent.Fields {
        [
            "state_value_template": "{{ 'OFF' if value == 'OFF' else 'ON' }}",
            "percentage_state_topic": topics.feature(path),
            "percentage_value_template": "{{ 100 if value == 'ON' else 0 if value == 'OFF' else value | int(0) }}",
            "percentage_command_topic": topics.command(path),
        ]
    }

    /// Without a template, the command would be JSON.
    private static let siren: FleetComponent.Fields = [
        "command_template": "{{ value }}", "support_duration": false, "support_volume_set": false,
    ]

    /// Home Assistant has a platform for times only in its newest versions, and earlier ones would refuse the whole box. An
    /// empty text is no time yet.
    private static let time: FleetComponent.Fields = [
        "max": 8, "pattern": "^(([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?)?$",
    ]

    private static func color(_ topics: FleetTopics, _ path: FeaturePath) -> FleetComponent.Fields {
        let parts = (0..<3).map { "{{ value[\(2 * $0 + 1):\(2 * $0 + 3)] | int(0, 16) }}" }.joined(separator: ",")
        return [
            "state_value_template": "{{ 'OFF' if value == 'OFF' else 'ON' }}",
            "rgb_state_topic": topics.feature(path),
            "rgb_value_template": "{% if value[:1] == '#' %}\(parts){% endif %}",
            "rgb_command_topic": topics.command(path),
            "rgb_command_template": "{{ '#%02x%02x%02x' | format(red, green, blue) }}",
            "on_command_type": "first",
        ]
    }

    private static func range(_ scale: Feature.Scale) -> FleetComponent.Fields {
        var fields = unit(scale) + quantity(scale)
        if let range = scale.range { fields = fields + ["min": range.lowerBound, "max": range.upperBound] }
        // Home Assistant's default allows only whole numbers.
        return fields + ["step": scale.step ?? 0.1]
    }

    /// A sensor of numbers, of which Home Assistant keeps statistics.
    private static func measurement(_ scale: Feature.Scale) -> FleetComponent.Fields {
        unit(scale) + ["state_class": NumberClass.state(of: scale).rawValue] + quantity(scale)
    }

    private static func quantity(_ scale: Feature.Scale) -> FleetComponent.Fields {
        scale.quantity.map { ["device_class": $0] } ?? [:]
    }

    private static func unit(_ scale: Feature.Scale) -> FleetComponent.Fields {
        let unit = scale.unit.drop { $0 == " " }
        return unit.isEmpty ? [:] : ["unit_of_measurement": String(unit)]
    }

    /// The states of Home Assistant have at most 255 characters.
    private static let shortened: FleetComponent.Fields = ["value_template": "{{ value[:255] }}"]
}
