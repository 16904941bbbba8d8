import CarillonDevices
import Testing

@testable import CarillonFleet

@Suite struct DiscoveryTests {
    private let identity = FleetIdentity(machineID: "1", program: "doorbell")

    private func entry(
        _ kind: String, _ name: String, _ form: FleetEntry.Form, feature: String = "", isCommanded: Bool = false
    ) -> FleetEntry {
        FleetEntry(
            place: FleetPlace(kind: kind, name: name, feature: feature), form: form, acceptsCommands: isCommanded)
    }

    private func discovery(_ entries: FleetEntry...) -> Discovery {
        Discovery(identity, title: "Doorbell", board: "a bench", prefix: "homeassistant", entries)
    }

    /// The components' platforms and names, without that of the dropped events.
    private func components(_ entries: FleetEntry...) -> [String] {
        Discovery(identity, title: "Doorbell", board: "a bench", prefix: "homeassistant", entries).components
            .dropLast().map { "\($0.platform) \($0.name)" }
    }

    @Test func formsBecomePlatforms() {
        #expect(components(entry("relay", "door", .toggle(isDimmable: false), isCommanded: true)) == ["switch door"])
        #expect(components(entry("led", "lamp", .toggle(isDimmable: true), isCommanded: true)) == ["light lamp"])
        #expect(components(entry("led", "lamp", .toggle(isDimmable: true))) == ["binary_sensor lamp"])
        #expect(components(entry("rgb", "mood", .color, isCommanded: true)) == ["light mood"])
        #expect(components(entry("encoder", "knob", .level(.init(step: 1)))) == ["sensor knob"])
        #expect(components(entry("servo", "arm", .level(.init(0...180)), isCommanded: true)) == ["number arm"])
        #expect(components(entry("display", "screen", .text)) == ["sensor screen"])
        #expect(
            components(entry("speaker", "sound", .sound(["alert"]), isCommanded: true))
                == ["button alert", "button stop sound", "sensor sound"])
    }

    @Test func aButtonIsAnEventAndItsTriggers() {
        #expect(
            components(entry("encoder", "knob", .press, feature: "button"))
                == [
                    "event knob button", "device_automation knob button press",
                    "device_automation knob button release", "device_automation knob button hold",
                    "device_automation knob button double_click", "device_automation knob button triple_click",
                ])
    }

    @Test func devicesOfDifferentKindsWithOneNameHaveDifferentIDs() {
        let two = discovery(
            entry("led", "lamp", .toggle(isDimmable: true), isCommanded: true),
            entry("rgb", "lamp", .color, isCommanded: true))
        #expect(Set(two.components.map(\.key)).count == 3)
        #expect(two.components.map(\.name) == ["lamp", "lamp (rgb)", "dropped events"])
    }

    @Test func keysAreDifferentLettersForDifferentNames() {
        let keys = ["a b", "a_b", "a-b", "a  b", "a 2d", "ä", "a/b", "A b"].map { Component("light", $0, []).key }
        #expect(Set(keys).count == keys.count)
        #expect(Set(keys.joined()).isSubset(of: "light_-abcdefAB0123456789"))
    }

    @Test func theMessageNamesTheBoxItsComponentsAndWhatIsGone() {
        let payload = discovery(entry("relay", "door", .toggle(isDimmable: false), isCommanded: true))
            .payload(gone: [.init(key: "light_lamp", platform: "light", path: nil)])
        let id = identity.id
        #expect(
            String(decoding: payload, as: UTF8.self) == """
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
