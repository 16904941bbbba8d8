import CarillonDevices
import Testing

@testable import CarillonFleet

@Suite struct DiscoveryTests {
    private let identity = FleetIdentity(machineID: "1", program: "doorbell")

    private func entry(
        _ kind: String, _ name: String, _ form: FleetEntry.Form, feature: String = "", isCommanded: Bool = false
    ) -> FleetEntry {
        FleetEntry(
            path: FeaturePath(kind: kind, name: name, feature: feature), form: form, acceptsCommands: isCommanded)
    }

    private func discovery(_ entries: FleetEntry...) -> Discovery {
        Discovery(identity, FleetOptions(title: "Doorbell"), board: "a bench", entries)
    }

    /// The components' platforms and names, without that of the dropped events.
    private func components(_ entries: FleetEntry...) -> [String] {
        Discovery(identity, FleetOptions(title: "Doorbell"), board: "a bench", entries).components
            .dropLast().map { "\($0.platform) \($0.name)" }
    }

    @Test func formsBecomePlatforms() {
        #expect(components(entry("relay", "door", .toggle(isDimmable: false), isCommanded: true)) == ["switch door"])
        #expect(components(entry("led", "lamp", .toggle(isDimmable: true), isCommanded: true)) == ["light lamp"])
        #expect(components(entry("led", "lamp", .toggle(isDimmable: true))) == ["binary_sensor lamp"])
        #expect(components(entry("fan", "case", .fan, isCommanded: true)) == ["fan case"])
        #expect(components(entry("fan", "case", .fan)) == ["binary_sensor case"])
        #expect(components(entry("rgb", "mood", .color, isCommanded: true)) == ["light mood"])
        #expect(components(entry("encoder", "knob", .level(.init(step: 1)))) == ["sensor knob"])
        #expect(components(entry("servo", "arm", .level(.init(0...180)), isCommanded: true)) == ["number arm"])
        #expect(components(entry("display", "screen", .text)) == ["sensor screen"])
        #expect(
            components(entry("speaker", "sound", .sound(["alert"]), isCommanded: true))
                == ["button alert", "button stop sound", "sensor sound"])
    }

    @Test func buttonIsAnEventAndItsTriggers() {
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
        #expect(two.components.map(\.label) == ["lamp (led)", "lamp (rgb)", "dropped events"])
    }

    @Test func entitiesOfOneNameAreShownWithTheirKinds() {
        let kettle = discovery(
            entry("button", "kettle", .press),
            entry("relay", "kettle", .toggle(isDimmable: false), isCommanded: true),
            entry("app-number", "kettle", .level(.init(0...10)), isCommanded: true),
            entry("relay", "door", .toggle(isDimmable: false), isCommanded: true))
        #expect(
            kettle.components.filter(\.isEntity).map { "\($0.key) \($0.label)" } == [
                "event_kettle kettle (button)", "switch_kettle kettle (relay)", "number_kettle kettle (number)",
                "switch_door door", "sensor_dropped-events dropped events",
            ])
    }

    // MARK: The fields of a component

    /// Returns the JSON of the components of one entry.
    private func json(_ entry: FleetEntry) -> String {
        String(decoding: discovery(entry).payload(gone: []), as: UTF8.self)
    }

    @Test func knobHasTriggersForTurns() {
        let knob = entry("encoder", "knob", .knob(.init(step: 1)))
        #expect(
            components(knob) == [
                "sensor knob", "device_automation knob rotate_right", "device_automation knob rotate_left",
            ])
        let topic = "carillon/\(identity.id)/encoder/knob/turn"
        #expect(
            json(knob).contains(
                #""type":"rotate_left","subtype":"knob","topic":"\#(topic)","payload":"rotate_left""#))
    }

    @Test func numbersHaveStatisticsAndTheRangeOfTheFeature() {
        let sensor = entry("servo", "arm", .level(.init(0...180, unit: "°")))
        #expect(json(sensor).contains(#""unit_of_measurement":"°","state_class":"measurement""#))
        let number = entry("servo", "arm", .level(.init(-90...45, unit: "°")), isCommanded: true)
        #expect(json(number).contains(#""min":-90,"max":45,"step":0.1"#))
        #expect(!json(number).contains("state_class"))
        #expect(!json(entry("display", "screen", .text)).contains("state_class"))
    }

    @Test func wiringNamesAnEntity() {
        var relay = entry("relay", "kettle", .toggle(isDimmable: false), isCommanded: true)
        relay.appearance = .requested(
            Wiring.Entity(name: "Tea \"now\"", icon: "mdi:kettle", deviceClass: "outlet", category: .config))
        let text = json(relay)
        #expect(text.contains(#""switch_kettle":{"platform":"switch""#))
        #expect(text.contains(#""name":"Tea \"now\"""#))
        #expect(
            text.contains(#""icon":"mdi:kettle","device_class":"outlet","entity_category":"config""#))
    }

    @Test func givenDeviceClassReplacesThatOfTheKind() {
        var bell = entry("button", "bell", .press)
        bell.appearance = .requested(Wiring.Entity(deviceClass: "doorbell"))
        let text = json(bell)
        #expect(text.contains(#""device_class":"doorbell""#))
        #expect(!text.contains(#""device_class":"button""#))
    }

    @Test func choicesAndCoversBecomePlatforms() {
        let choice = entry("app-select", "mode", .choice(["eco", "warm"]), isCommanded: true)
        #expect(components(choice) == ["select mode"])
        #expect(json(choice).contains(#""options":["eco","warm"]"#))
        let cover = entry("app-cover", "blind", .cover, isCommanded: true)
        #expect(components(cover) == ["cover blind"])
        #expect(
            json(cover).contains(#""payload_open":"open","payload_close":"closed","payload_stop":"stopped""#))
        #expect(components(entry("app-cover", "blind", .cover)) == ["sensor blind"])
        let shutter = entry("shutter", "window", .position, isCommanded: true)
        #expect(components(shutter) == ["cover window"])
        #expect(json(shutter).contains(#""payload_open":"100","payload_close":"0","payload_stop":"None""#))
        #expect(components(entry("shutter", "window", .position)) == ["sensor window"])
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

    @Test func keysAreDifferentLettersForDifferentNames() {
        let keys = ["a b", "a_b", "a-b", "a  b", "a 2d", "ä", "a/b", "A b"].map { Component("light", $0, [:]).key }
        #expect(Set(keys).count == keys.count)
        #expect(Set(keys.joined()).isSubset(of: "light_-abcdefAB0123456789"))
    }

    @Test func messageNamesTheBoxItsComponentsAndRemovals() {
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
