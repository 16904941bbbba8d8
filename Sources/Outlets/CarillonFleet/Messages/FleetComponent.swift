import CarillonBoard
import CarillonDevices

/// A component of a device in Home Assistant's MQTT discovery: an entity or a device trigger.
struct FleetComponent: Sendable {
    /// Keys of a discovery and their values, in order.
    struct Fields: ExpressibleByDictionaryLiteral, Sendable {
        fileprivate var list: [(key: String, value: any JSONValue)]

        init(dictionaryLiteral fields: (String, any JSONValue)...) { list = fields }

        static func + (one: Fields, other: Fields) -> Fields {
            var sum = one
            sum.list += other.list
            return sum
        }
    }

    /// The platform: `light`, `switch`, `event`.
    let platform: String
    /// The name on the platform, unique within the box. The key and the unique id are made from it.
    var name: String
    /// The name shown to users, unlike that of any other entity.
    var label: String
    /// The path of the retained state within the box's topics; nil if another component has it, or if there is none.
    var path: String?
    private var fields: Fields

    /// The key within the box, which consists of letters, digits, `_` and `-`.
    var key: String { "\(platform)_\(Self.slug(name))" }

    /// - Parameters:
    ///   - platform: The platform.
    ///   - name: The name shown to users.
    ///   - fields: The values besides the platform, the name and the unique id.
    init(_ platform: String, _ name: String, _ fields: Fields, path: String? = nil) {
        self.platform = platform
        self.name = name
        label = name
        (self.fields, self.path) = (fields, path)
    }

    /// Whether the component is an entity, which users see under its name.
    var isEntity: Bool { platform != Self.trigger }

    /// Takes over an appearance.
    ///
    /// - Parameter feature: The name of the feature; empty for the main one, which alone has the device class.
    mutating func appear(as entity: Wiring.Entity, feature: String) {
        guard isEntity else { return }
        let deviceClass = feature.isEmpty ? entity.deviceClass : nil
        for case (let key, let text?) in [
            ("icon", entity.icon), ("device_class", deviceClass), ("entity_category", entity.category?.rawValue),
        ] {
            fields.list.removeAll { $0.key == key }
            fields.list.append((key, text))
        }
        if let name = entity.name { label = feature.isEmpty ? name : "\(name) \(feature)" }
    }

    /// Writes the component as a value of the discovery's `components`.
    func write(to json: inout JSONText, box: String) {
        json.object(key) { json in
            json.field("platform", platform)
            if isEntity {
                json.field("unique_id", "\(box)_\(key)")
                json.field("name", label)
            }
            for (key, value) in fields.list { json.field(key, value) }
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
