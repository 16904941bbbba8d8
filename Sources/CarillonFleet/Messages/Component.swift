import CarillonBoard
import CarillonDevices

/// A component of a device in Home Assistant's MQTT discovery: an entity or a device trigger.
struct Component: Equatable, Sendable {
    /// A value of a discovery's key.
    enum Value: Equatable, Sendable {
        case text(String)
        case number(Double)
        case list([String])
    }

    /// The platform: `light`, `switch`, `event`.
    let platform: String
    /// The name on the platform, unique within the box. The key and the unique id are made from it.
    var name: String
    /// The name shown to users, unlike that of any other entity.
    var label: String
    /// The path of the retained state within the box's topics; nil if another component has it, or if there is none.
    var path: String?
    private var fields: [(key: String, value: Value)]

    /// The key within the box, which consists of letters, digits, `_` and `-`.
    var key: String { "\(platform)_\(Self.slug(name))" }

    /// - Parameters:
    ///   - platform: The platform.
    ///   - name: The name shown to users.
    ///   - fields: The values besides the platform, the name and the unique id.
    init(_ platform: String, _ name: String, _ fields: [(String, Value)]) {
        self.platform = platform
        self.name = name
        label = name
        self.fields = fields
    }

    static func == (one: Component, other: Component) -> Bool {
        one.platform == other.platform && one.name == other.name && one.label == other.label
            && one.path == other.path
            && one.fields.elementsEqual(other.fields) { $0.key == $1.key && $0.value == $1.value }
    }

    /// Whether the component is an entity, which users see under its name.
    var isEntity: Bool { platform != Self.trigger }

    /// Takes over an appearance.
    ///
    /// - Parameter feature: The name of the feature; empty for the main one, which alone has the device class.
    mutating func appear(as entity: Wiring.Entity, feature: String) {
        guard isEntity else { return }
        let deviceClass = feature.isEmpty ? entity.deviceClass : nil
        let given = [
            ("icon", entity.icon), ("device_class", deviceClass), ("entity_category", entity.category?.rawValue),
        ]
        for (key, text) in given {
            guard let text else { continue }
            fields.removeAll { $0.key == key }
            fields.append((key, .text(text)))
        }
        if let name = entity.name { label = feature.isEmpty ? name : "\(name) \(feature)" }
    }

    /// Writes the component as a value of the discovery's `components`.
    func write(to json: inout JSONText, box: String) {
        json.key(key)
        json.object { json in
            json.key("platform")
            json.string(platform)
            if isEntity {
                json.key("unique_id")
                json.string("\(box)_\(key)")
                json.key("name")
                json.string(label)
            }
            for (key, value) in fields {
                json.key(key)
                switch value {
                case .text(let text): json.string(text)
                case .number(let number): json.number(number)
                case .list(let texts): json.array { json in for text in texts { json.string(text) } }
                }
            }
        }
    }

    /// The platform of device triggers, which are no entities.
    static let trigger = "device_automation"

    /// Returns a name as letters, digits, `_` and `-`. Different names become different texts.
    private static func slug(_ name: String) -> String {
        name.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII && (character.isLetter || character.isNumber || character == "_") {
                return String(character)
            }
            return byte == UInt8(ascii: " ") ? "-" : "--\(String(byte, radix: 16))"
        }.joined()
    }
}
