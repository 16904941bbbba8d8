/// Something that a person at the box sees or hears: what a simulated board shows in place of the devices.
public enum DeviceChange: Equatable, Sendable, CustomStringConvertible {
    /// An LED is lit or goes out.
    case led(name: String, isOn: Bool)
    /// A device plays a pattern: an LED anything but on and off, a buzzer or a relay those, too. `kind` is what the wiring
    /// calls such devices, in the singular.
    case pattern(kind: String, name: String, Pattern)
    /// A light shows a colour.
    case color(name: String, Color, Pattern)
    /// A bar has so many of its LEDs lit.
    case bar(name: String, lit: Int, of: Int)
    /// A display shows another number.
    case number(name: String, value: Int)
    /// A device of a kind that has no case of its own shows something else. `kind` is what the wiring calls such devices, in
    /// the singular.
    case feature(kind: String, name: String, Feature.Value)
    /// A sound has begun.
    case sound(name: SoundName)
    /// The chip behind the devices has gone away, or is back.
    case chip(label: String, isPresent: Bool)

    /// `led red on`, `led red blinking`, `bar level 3 of 5`, `count 1`, `servo arm 45°`, `sound alert`.
    public var description: String {
        switch self {
        case .led(let name, let isOn): "led \(name) \(isOn ? "on" : "off")"
        case .pattern(let kind, let name, let pattern): "\(kind) \(name) \(pattern)"
        case .color(let name, _, .off): "rgb \(name) off"
        case .color(let name, let color, .on): "rgb \(name) \(color)"
        case .color(let name, let color, let pattern): "rgb \(name) \(color) \(pattern)"
        case .bar(let name, let lit, let count): "bar \(name) \(lit) of \(count)"
        case .number(let name, let value): "\(name) \(value)"
        case .feature(let kind, let name, let value): "\(kind) \(name) \(value)"
        case .sound(let name): "sound \(name)"
        case .chip(let label, let isPresent): "chip \(label) \(isPresent ? "is back" : "has gone away")"
        }
    }
}

/// The earlier name of ``DeviceChange``.
@available(*, deprecated, renamed: "DeviceChange")
public typealias PartChange = DeviceChange
