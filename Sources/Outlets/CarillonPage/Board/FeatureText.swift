import CarillonBoard
import CarillonDevices

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The features of devices as JSON.
extension JSONText {
    /// Writes the value of a feature: a press as 0 or 1, a toggle as its brightness from 0 to 1, a level as its number
    /// or null, a colour as `#rrggbb`, a text as a string, a picture as its size and its bytes, pixels as their
    /// colours one after the other, a sound as its name or null, a screen as its elements.
    ///
    /// - Parameter share: The present amount, from 0 to 1; nil for a value of the past. A pattern that moves is then
    ///   fully on.
    mutating func value(_ value: Feature.Value, share: Double?) {
        switch value {
        case .press(let isPressed): number(isPressed ? 1 : 0)
        case .toggle(let pattern): number(((share ?? (pattern == .off ? 0 : 1)) * 1000).rounded() / 1000)
        case .level(nil, _), .sound(nil): null()
        case .level(let level?, _): number(level)
        case .color(let color, let pattern):
            let most = max(color.red, color.green, color.blue)
            let scale = pattern == .on ? 1 : (share ?? (pattern == .off ? 0 : most)) / max(most, 1 / 255)
            string("\(Color(red: color.red * scale, green: color.green * scale, blue: color.blue * scale))")
        case .text(let text): string(text)
        case .picture(let picture):
            object { json in
                json.field("w", picture.width)
                json.field("h", picture.height)
                json.field("bits", Data(picture.bytes).base64EncodedString())
            }
        case .pixels(let pixels):
            let share = pixels.pattern == .on ? 1 : (share ?? (pixels.pattern == .off ? 0 : 1))
            let shown = pixels.colors.map {
                Color(red: $0.red * share, green: $0.green * share, blue: $0.blue * share)
            }
            string(shown.map { "\($0)" }.joined())
        case .sound(let name?): string("\(name)")
        case .elements(let elements): array { json in for element in elements { json.element(element) } }
        }
    }

    /// Writes the properties of a feature's type.
    mutating func properties(of value: Feature.Value) {
        switch value {
        case .press: field("type", "press")
        case .toggle: field("type", "toggle")
        case .color: field("type", "color")
        case .text: field("type", "text")
        case .picture: field("type", "picture")
        case .pixels(let pixels):
            field("type", "pixels")
            field("ring", pixels.isRing)
        case .sound: field("type", "sound")
        case .elements: field("type", "elements")
        case .level(_, let scale):
            field("type", "level")
            if let range = scale.range {
                field("min", range.lowerBound)
                field("max", range.upperBound)
            }
            if let step = scale.step { field("step", step) }
            field("unit", scale.unit)
            field("off", scale.hasOff)
        }
    }
}

extension JSONText {
    /// Writes an element of a screen: its name, its form and its value.
    fileprivate mutating func element(_ element: ScreenElement) {
        object { json in
            if !element.name.isEmpty { json.field("name", element.name) }
            if element.isFocused { json.field("focused", true) }
            switch element.form {
            case .text: json.field("form", "text")
            case .divider: json.field("form", "divider")
            case .button: json.field("form", "button")
            case .back: json.field("form", "back")
            case .bar(let share):
                json.field("form", "bar")
                json.field("value", share)
            case .toggle(let isOn):
                json.field("form", "toggle")
                json.field("value", isOn)
            case .range(let number, let bounds, let step):
                json.field("form", "range")
                json.field("value", number)
                json.field("min", bounds.lowerBound)
                json.field("max", bounds.upperBound)
                json.field("step", step)
            case .choice(let text, let options):
                json.field("form", "choice")
                json.field("value", text)
                json.field("options", options)
            case .steps(let text):
                json.field("form", "steps")
                json.field("value", text)
            case .row(let elements), .list(let elements):
                if case .row = element.form { json.field("form", "row") } else { json.field("form", "list") }
                json.array("elements") { json in for element in elements { json.element(element) } }
            }
        }
    }
}

extension Feature.Value {
    /// Whether it changes with time by itself.
    var isMoving: Bool {
        switch self {
        case .toggle(let pattern), .color(_, let pattern): pattern.isMoving
        case .pixels(let pixels): pixels.pattern.isMoving
        default: false
        }
    }

    /// Returns a value of the same form from the `value` of a request; nil if it has no such form. A missing value is a
    /// level without a number, or silence.
    func with(_ new: JSONFields.Value?) -> Feature.Value? {
        switch (self, new) {
        case (.press, .bool(true)): .press(true)
        case (.toggle, .bool(let isOn)): .toggle(.on(if: isOn))
        case (.toggle, .number(let share)): .toggle(share <= 0 ? .off : share >= 1 ? .on : .dimmed(to: share))
        case (.level(_, let scale), .number(let number)): .level(number, scale)
        case (.level(_, let scale), nil): .level(nil, scale)
        case (.color, .text(let text)):
            Color(text).map { .color($0, $0 == Color(red: 0, green: 0, blue: 0) ? .off : .on) }
        case (.text, .text(let text)), (.elements, .text(let text)): .text(text)
        case (.picture, .text(let bytes)): commanded(bytes)
        case (.sound, .text(let name)): .sound(SoundName(name))
        case (.sound, nil): .sound(nil)
        default: nil
        }
    }
}
