import CarillonScheduling

/// Home Assistant's entity for the updates of the box, and the requests for one.
///
/// The state is what the unit that updates the box writes, a JSON object with texts: `phase`, `installed`, `newest`, `changes`,
/// `failure` and `back`. A request says nothing but that it is one, so that a broker cannot choose what is installed.
struct BoxUpdate: Sendable {
    /// The path of the state within the box's topics, like that of a diagnostic.
    static let path = "diagnostics/update"
    /// The only valid payload of a request.
    static let install = "INSTALL"

    /// The shortest time between two requests, because each of them downloads the repository's list.
    static let pause = Duration.seconds(30)

    private var nextRequest: Duration?

    /// Returns whether a request may be carried out; false for one that comes too soon after another.
    mutating func allowsRequest(at now: Duration) -> Bool {
        if let nextRequest, now < nextRequest { return false }
        nextRequest = now + Self.pause
        return true
    }

    /// Returns the entity. Home Assistant demands that the state has no other keys than those of its own.
    static func component(_ topics: FleetTopics) -> FleetComponent {
        let state = topics.topic(path)
        return FleetComponent(
            "update", "update",
            [
                "state_topic": state, "value_template": values, "json_attributes_topic": state,
                "json_attributes_template": attributes, "command_topic": "\(state)/set", "payload_install": install,
                "qos": 1, "entity_category": "config",
            ], path: path)
    }

    private static let values = """
        {{ {'installed_version': value_json.installed, 'latest_version': value_json.newest, \
        'release_summary': value_json.changes, \
        'in_progress': value_json.phase in ['downloading', 'waiting', 'installing', 'proving']} | to_json }}
        """
    private static let attributes = """
        {{ {'phase': value_json.phase, 'failure': value_json.failure, 'went_back_from': value_json.back} | to_json }}
        """
}
