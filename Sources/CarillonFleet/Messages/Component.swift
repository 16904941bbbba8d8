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
    /// The name on the platform, unique within the box.
    var name: String
    /// The path of the retained state within the box's topics; nil if another component has it, or if there is none.
    var path: String?
    private let fields: [(key: String, value: Value)]

    /// The key within the box, which consists of letters, digits, `_` and `-`.
    var key: String { "\(platform)_\(Self.slug(name))" }

    /// - Parameters:
    ///   - platform: The platform.
    ///   - name: The name shown to users.
    ///   - fields: The values besides the platform, the name and the unique id.
    init(_ platform: String, _ name: String, _ fields: [(String, Value)]) {
        self.platform = platform
        self.name = name
        self.fields = fields
    }

    static func == (one: Component, other: Component) -> Bool {
        one.platform == other.platform && one.name == other.name && one.path == other.path
            && one.fields.elementsEqual(other.fields) { $0.key == $1.key && $0.value == $1.value }
    }

    /// Writes the component as a value of the discovery's `components`.
    func write(to json: inout JSONText, box: String) {
        json.key(key)
        json.object { json in
            json.key("platform")
            json.string(platform)
            if platform != Self.trigger {
                json.key("unique_id")
                json.string("\(box)_\(key)")
                json.key("name")
                json.string(name)
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
