import CarillonDevices
import TestSupport
import Testing

@testable import CarillonFleet

@Suite struct DiscoveryTests {
    private static let identity = FleetIdentity(machineID: "1", program: "doorbell")
    private var identity: FleetIdentity { Self.identity }

    private static func entry(
        _ kind: String, _ name: String, _ form: FleetEntry.Form, feature: String = "", isCommanded: Bool = false,
        _ appearance: FleetEntry.Appearance = .standard
    ) -> FleetEntry {
        FleetEntry(
            path: FeaturePath(kind: kind, name: name, feature: feature), form: form, acceptsCommands: isCommanded,
            appearance: appearance)
    }

    private func discovery(_ entries: FleetEntry...) -> Discovery {
        Discovery(identity, FleetOptions(title: "Doorbell"), board: "a bench", entries)
    }

    private static let platforms: [Row<FleetEntry, [String]>] = [
        Row(
            "relay is a switch", entry("relay", "door", .toggle(isDimmable: false), isCommanded: true), ["switch door"]),
        Row("LED is a light", entry("led", "lamp", .toggle(isDimmable: true), isCommanded: true), ["light lamp"]),
        Row(
            "LED without commands is a sensor", entry("led", "lamp", .toggle(isDimmable: true)), ["binary_sensor lamp"]),
        Row("fan is a fan", entry("fan", "case", .fan, isCommanded: true), ["fan case"]),
        Row("fan without commands is a sensor", entry("fan", "case", .fan), ["binary_sensor case"]),
        Row("colour is a light", entry("rgb", "mood", .color, isCommanded: true), ["light mood"]),
        Row("level is a sensor", entry("encoder", "knob", .level(.init(step: 1))), ["sensor knob"]),
        Row(
            "level with commands is a number", entry("servo", "arm", .level(.init(0...180)), isCommanded: true),
            ["number arm"]),
        Row("text is a sensor", entry("display", "screen", .text), ["sensor screen"]),
        Row(
            "loudspeaker is a button for each sound, one that stops, and a sensor",
            entry("speaker", "sound", .sound(["alert"]), isCommanded: true),
            ["button alert", "button stop sound", "sensor sound"]),
        Row(
            "button is an event and its triggers", entry("encoder", "knob", .press, feature: "button"),
            [
                "event knob button", "device_automation knob button press", "device_automation knob button release",
                "device_automation knob button hold", "device_automation knob button double_click",
                "device_automation knob button triple_click",
            ]),
        Row(
            "knob is a sensor and triggers for its turns", entry("encoder", "knob", .knob(.init(step: 1))),
            ["sensor knob", "device_automation knob rotate_right", "device_automation knob rotate_left"]),
        Row(
            "choice is a select", entry("app-select", "mode", .choice(["eco", "warm"]), isCommanded: true),
            ["select mode"]),
        Row("cover is a cover", entry("app-cover", "blind", .cover, isCommanded: true), ["cover blind"]),
        Row("cover without commands is a sensor", entry("app-cover", "blind", .cover), ["sensor blind"]),
        Row("shutter is a cover", entry("shutter", "window", .position, isCommanded: true), ["cover window"]),
        Row("shutter without commands is a sensor", entry("shutter", "window", .position), ["sensor window"]),
    ]

    @Test(arguments: platforms) func featureHasThePlatformOfItsForm(row: Row<FleetEntry, [String]>) {
        // The last component is that of the dropped events.
        let components = discovery(row.given).components.dropLast()
        expectEqual(components.map { "\($0.platform) \($0.name)" }, row.expected, sourceLocation: row.place)
    }

    @Test func devicesOfDifferentKindsWithTheSameNameHaveDifferentIDs() {
        let two = discovery(
            Self.entry("led", "lamp", .toggle(isDimmable: true), isCommanded: true),
            Self.entry("rgb", "lamp", .color, isCommanded: true))
        expectEqual(Set(two.components.map(\.key)).count, 3)
        expectEqual(two.components.map(\.name), ["lamp", "lamp (rgb)", "dropped events"])
        expectEqual(two.components.map(\.label), ["lamp (led)", "lamp (rgb)", "dropped events"])
    }

    @Test func entitiesWithTheSameNameAreShownWithTheirKinds() {
        let kettle = discovery(
            Self.entry("button", "kettle", .press),
            Self.entry("relay", "kettle", .toggle(isDimmable: false), isCommanded: true),
            Self.entry("app-number", "kettle", .level(.init(0...10)), isCommanded: true),
            Self.entry("relay", "door", .toggle(isDimmable: false), isCommanded: true))
        expectEqual(
            kettle.components.filter(\.isEntity).map { "\($0.key) \($0.label)" },
            [
                "event_kettle kettle (button)", "switch_kettle kettle (relay)", "number_kettle kettle (number)",
                "switch_door door", "sensor_dropped-events dropped events",
            ])
    }

    // MARK: The fields of a component

    /// The parts that the JSON of a component has, and those that it lacks.
    private struct Parts {
        var has: [String] = []
        var lacks: [String] = []
    }

    private static let fields: [Row<FleetEntry, Parts>] = [
        Row(
            "trigger of a knob has its topic and its payload", entry("encoder", "knob", .knob(.init(step: 1))),
            Parts(has: [
                #""type":"rotate_left","subtype":"knob","topic":"carillon/\#(identity.id)/encoder/knob/turn","#
                    + #""payload":"rotate_left""#
            ])),
        Row(
            "level has a unit and statistics", entry("servo", "arm", .level(.init(0...180, unit: "°"))),
            Parts(has: [#""unit_of_measurement":"°","state_class":"measurement""#])),
        Row(
            "number has the range of the feature and no statistics",
            entry("servo", "arm", .level(.init(-90...45, unit: "°")), isCommanded: true),
            Parts(has: [#""min":-90,"max":45,"step":0.1"#], lacks: ["state_class"])),
        Row("text has no statistics", entry("display", "screen", .text), Parts(lacks: ["state_class"])),
        Row(
            "entity has the appearance of the wiring",
            entry(
                "relay", "kettle", .toggle(isDimmable: false), isCommanded: true,
                .requested(
                    Wiring.Entity(name: "Tea \"now\"", icon: "mdi:kettle", deviceClass: "outlet", category: .config))),
            Parts(has: [
                #""switch_kettle":{"platform":"switch""#, #""name":"Tea \"now\"""#,
                #""icon":"mdi:kettle","device_class":"outlet","entity_category":"config""#,
            ])),
        Row(
            "device class of the wiring replaces that of the kind",
            entry("button", "bell", .press, .requested(Wiring.Entity(deviceClass: "doorbell"))),
            Parts(has: [#""device_class":"doorbell""#], lacks: [#""device_class":"button""#])),
        Row(
            "select has its options", entry("app-select", "mode", .choice(["eco", "warm"]), isCommanded: true),
            Parts(has: [#""options":["eco","warm"]"#])),
        Row(
            "cover has its commands", entry("app-cover", "blind", .cover, isCommanded: true),
            Parts(has: [#""payload_open":"open","payload_close":"closed","payload_stop":"stopped""#])),
        Row(
            "shutter is opened and closed by positions", entry("shutter", "window", .position, isCommanded: true),
            Parts(has: [#""payload_open":"100","payload_close":"0","payload_stop":"None""#])),
    ]

    @Test(arguments: fields) private func componentHasTheFieldsOfItsForm(row: Row<FleetEntry, Parts>) {
        let json = String(decoding: discovery(row.given).payload(gone: []), as: UTF8.self)
        for part in row.expected.has { #expect(json.contains(part), sourceLocation: row.place) }
        for part in row.expected.lacks { #expect(!json.contains(part), sourceLocation: row.place) }
    }

    @Test func deviceHasItsVersionItsAreaAndItsPage() {
        let discovery = Discovery(
            identity, FleetOptions(title: "Doorbell", area: "Hall"), board: "a bench", page: "http://pi.local:8080/",
            [],
            diagnostics: [.version("1.2")])
        let text = String(decoding: discovery.payload(gone: []), as: UTF8.self)
        #expect(
            text.contains(
                #""sw_version":"1.2","suggested_area":"Hall","configuration_url":"http://pi.local:8080/""#))
    }

    @Test func differentNamesHaveDifferentKeysOfPlainCharacters() {
        let keys = ["a b", "a_b", "a-b", "a  b", "a 2d", "ä", "a/b", "A b"].map { FleetComponent("light", $0, [:]).key }
        expectEqual(Set(keys).count, keys.count)
        #expect(Set(keys.joined()).isSubset(of: "light_-abcdefAB0123456789"))
    }

    @Test func messageNamesTheBoxItsComponentsAndRemovals() {
        let payload = discovery(Self.entry("relay", "door", .toggle(isDimmable: false), isCommanded: true))
            .payload(gone: [.init(key: "light_lamp", platform: "light", path: nil)])
        let id = identity.id
        expectEqual(
            String(decoding: payload, as: UTF8.self),
            """
            {"device":{"identifiers":["\(id)"],"name":"Doorbell","manufacturer":"Carillon","model":"a bench"},\
            "origin":{"name":"carillon"},"availability_topic":"carillon/\(id)/availability","components":{\
            "switch_door":{"platform":"switch","unique_id":"\(id)_switch_door","name":"door",\
            "state_topic":"carillon/\(id)/relay/door","command_topic":"carillon/\(id)/relay/door/set","qos":1},\
            "sensor_dropped-events":{"platform":"sensor","unique_id":"\(id)_sensor_dropped-events",\
            "name":"dropped events","state_topic":"carillon/\(id)/dropped","entity_category":"diagnostic"},\
            "light_lamp":{"platform":"light"}}}
            """)
    }
}
