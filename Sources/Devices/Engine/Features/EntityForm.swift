/// The form in which Home Assistant shows the main feature of a kind of device. The form determines the device classes that
/// a wiring can give the feature.
public enum EntityForm: Sendable {
    /// An event, for a button.
    case press
    /// A binary sensor. An output has this form only while a view drives it; otherwise, it has no class.
    case contact
    /// A switch; while a view drives the output, a binary sensor.
    case outlet
    /// A cover.
    case cover
    /// A number: a sensor, or a number that can be set.
    case number(Feature.Scale)
    /// A text, or anything else that has no class.
    case text
}

/// The device classes of Home Assistant 2026.2.3.
package enum EntityClasses {
    /// Returns the names of the classes of a platform, such as `switch`.
    ///
    /// - Parameter scale: The scale of a number; nil for other values.
    package static func names(of platform: String, _ scale: Feature.Scale?) -> [String] {
        switch platform {
        case "binary_sensor": contacts
        case "cover": covers
        case "event": events
        case "switch": outlets
        case "number", "sensor": scale.map(NumberClass.names) ?? []
        default: []
        }
    }

    /// homeassistant/components/binary_sensor/__init__.py, BinarySensorDeviceClass
    package static let contacts = [
        "battery", "battery_charging", "carbon_monoxide", "cold", "connectivity", "door", "garage_door", "gas", "heat",
        "light", "lock", "moisture", "motion", "moving", "occupancy", "opening", "plug", "power", "presence", "problem",
        "running", "safety", "smoke", "sound", "tamper", "update", "vibration", "window",
    ]
    /// homeassistant/components/cover/__init__.py, CoverDeviceClass
    private static let covers = [
        "awning", "blind", "curtain", "damper", "door", "garage", "gate", "shade", "shutter", "window",
    ]
    /// homeassistant/components/event/__init__.py, EventDeviceClass
    private static let events = ["button", "doorbell", "motion"]
    /// homeassistant/components/switch/__init__.py, SwitchDeviceClass
    package static let outlets = ["outlet", "switch"]
}

extension EntityForm {
    /// Returns the reason why a device of this form cannot have the class called `name`, with the classes that it can have; nil if
    /// it can.
    func problem(_ name: String, of kind: DeviceKind) -> String? {
        let names: [String]
        switch self {
        case .number(let scale): return NumberClass.problem(name, scale)
        case .press: names = EntityClasses.names(of: "event", nil)
        case .contact: names = EntityClasses.contacts
        case .outlet: names = EntityClasses.outlets + EntityClasses.contacts
        case .cover: names = EntityClasses.names(of: "cover", nil)
        case .text: names = []
        }
        guard !names.contains(name) else { return nil }
        return EntityClasses.problem(name, "the \(kind.title)", names)
    }
}

extension EntityClasses {
    /// Returns the message that a class does not suit a subject, but others do.
    package static func problem(_ name: String, _ subject: String, _ names: [String]) -> String {
        let remedy = names.isEmpty ? "no class does" : "expected one of: \(names.joined(separator: ", "))"
        return "device class \"\(name)\" does not suit \(subject); \(remedy)"
    }

    /// Whether any platform has a class.
    static func has(_ name: String) -> Bool {
        [contacts, covers, events, outlets, NumberClass.all.map(\.name)].contains { $0.contains(name) }
    }
}
