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
    let options: FleetOptions
    let topics: FleetTopics
    let entries: [FleetEntry]
    let diagnostics: [Diagnostic]
    /// Whether the box has the unit that updates it.
    let hasUpdates: Bool
    private let board: String
    private let page: String?

    /// - Parameters:
    ///   - board: The model of the board.
    ///   - page: The address of the box's page.
    ///   - entries: The features of the box.
    ///   - diagnostics: The measurements of the box.
    ///   - hasUpdates: Whether the box has the unit that updates it.
    init(
        _ identity: FleetIdentity, _ options: FleetOptions, board: String, page: String? = nil,
        _ entries: [FleetEntry], diagnostics: [Diagnostic] = [], hasUpdates: Bool = false
    ) {
        (self.identity, self.options, topics) = (identity, options, FleetTopics(identity))
        (self.board, self.page) = (board, page)
        (self.entries, self.diagnostics) = (entries, diagnostics)
        self.hasUpdates = hasUpdates
    }

    /// The same message for a box that has the unit that updates it.
    var withUpdates: Discovery {
        Discovery(
            identity, options, board: board, page: page, entries, diagnostics: diagnostics, hasUpdates: true)
    }

    /// The name shown to users.
    var title: String { options.title ?? identity.title }

    /// Whether Home Assistant shall find the box.
    var isWanted: Bool { options.discoveryPrefix != nil }

    /// The first level of Home Assistant's discovery topics.
    private var prefix: String { options.discoveryPrefix ?? "homeassistant" }

    /// The entities and triggers. They are made on each call: a list would take more memory than the message.
    var components: [FleetComponent] {
        var (components, kinds): ([FleetComponent], [String]) = ([], [])
        var (keys, labels): (Set<String>, [String: Int]) = ([], [:])
        for entry in entries {
            var path = entry.form == .press ? nil : entry.path.text
            for var component in Self.components(of: entry, topics) {
                (component.path, path) = (path, nil)
                // Devices of different kinds may have the same name.
                if !keys.insert(component.key).inserted {
                    component.name += " (\(entry.path.kind))"
                    keys.insert(component.key)
                }
                if case .requested(var entity) = entry.appearance {
                    // Home Assistant would refuse the whole component.
                    let classes = EntityClasses.names(of: component.platform, entry.scale)
                    entity.deviceClass = entity.deviceClass.flatMap { classes.contains($0) ? $0 : nil }
                    component.appear(as: entity, feature: entry.path.feature)
                }
                if component.isEntity { labels[component.label, default: 0] += 1 }
                components.append(component)
                kinds.append(entry.path.kind)
            }
        }
        // Users could not tell a button "kettle" from a buzzer "kettle".
        for (index, kind) in kinds.enumerated() where labels[components[index].label, default: 0] > 1 {
            components[index].label += " (\(kind.hasPrefix("app-") ? String(kind.dropFirst(4)) : kind))"
        }
        components.append(
            FleetComponent(
                "sensor", "dropped events",
                ["state_topic": topics[.dropped], "entity_category": "diagnostic"]))
        if hasUpdates { components.append(BoxUpdate.component(topics)) }
        return components + diagnostics.map { $0.component(topics) }
    }

    /// The list of the components.
    var componentList: ComponentList {
        ComponentList(components.map { ComponentList.Line(key: $0.key, platform: $0.platform, path: $0.path) })
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
    func payload(gone: [ComponentList.Line], isRevived: Bool = false) -> [UInt8] {
        JSONText.object { json in
            json.object("device") { json in
                json.field("identifiers", [identity.id])
                let version = diagnostics.first { $0.path == Diagnostic.versionPath }?.text()
                let texts: [(String, String?)] = [
                    ("name", title), ("manufacturer", "Carillon"), ("model", board), ("sw_version", version),
                    ("suggested_area", options.area), ("configuration_url", page),
                ]
                for case (let key, let text?) in texts { json.field(key, text) }
            }
            json.object("origin") { $0.field("name", "carillon") }
            json.field("availability_topic", topics[.availability])
            json.object("components") { json in
                for component in components { component.write(to: &json, box: identity.id) }
                for line in gone where !isRevived || line.platform != FleetComponent.trigger {
                    json.object(line.key) { json in
                        json.field("platform", line.platform)
                        if isRevived { Self.revive(line, &json, topics, box: identity.id) }
                    }
                }
            }
        }
    }

    /// Writes what any platform demands of a component. Each platform ignores the others' keys.
    private static func revive(_ line: ComponentList.Line, _ json: inout JSONText, _ topics: FleetTopics, box: String) {
        let topic = topics.topic("gone")
        json.field("unique_id", "\(box)_\(line.key)")
        json.field("name", line.key)
        json.field("state_topic", topic)
        json.field("image_topic", topic)
        json.field("command_topic", topic)
        json.field("event_types", ["gone"])
    }
}
