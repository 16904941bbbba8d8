/// The inputs that operate the screen of a display: the names of a knob, of a keypad, or of buttons. nil is no input of
/// this kind.
///
///     displays:
///       oled: {bus: i2c-1, screen: {knob: menu}}
///
/// A program that calls `control` for the screen chooses the inputs itself.
public struct ScreenInputs: DeviceSettings {
    /// The knob whose turns move the focus, and whose button presses the control with the focus; nil for none.
    public var knob: WiringReference?
    /// The keypad, keyboard or remote control whose keys operate the screen; nil for none.
    public var keypad: WiringReference?
    /// The button that moves the focus forward; nil for none.
    public var next: WiringReference?
    /// The button that moves the focus back; nil for none.
    public var previous: WiringReference?
    /// The button that presses the control with the focus; nil for none.
    public var press: WiringReference?
    /// The button that ends a change, or goes back to the view before; nil for none.
    public var back: WiringReference?
    /// The button that increases the value of the control with the focus; nil for none.
    public var more: WiringReference?
    /// The button that decreases the value of the control with the focus; nil for none.
    public var less: WiringReference?

    public init() {}

    public static var fields: [Setting<Self>] {
        [
            Setting("knob", \.knob, .optional(.device(RotaryEncoder.self, example: "menu")), "turns and presses"),
            Setting("keypad", \.keypad, .optional(.device(Keypad.self, example: "remote")), "the keys"),
            button("next", \.next), button("previous", \.previous), button("press", \.press), button("back", \.back),
            button("more", \.more), button("less", \.less),
        ]
    }

    private static func button(
        _ key: String, _ path: WritableKeyPath<Self, WiringReference?> & Sendable
    ) -> Setting<Self> {
        Setting(key, path, .optional(.device(Button.self, example: key)), key)
    }

    public static var example: String { "{knob: menu}" }

    public var conflict: String? {
        if named.isEmpty { return "screen needs an input, such as \(Self.example)" }
        let canMove = knob != nil || keypad != nil || next != nil
        return canMove ? nil : "nothing moves the focus of the screen; add knob, keypad or next"
    }

    /// The inputs with their keys and kinds, in the order of the documentation.
    package var named: [(key: String, kind: DeviceKind, input: WiringReference)] {
        let inputs = [knob, keypad, next, previous, press, back, more, less]
        return zip(Self.fields, inputs).enumerated().compactMap { index, field in
            let kind = index == 0 ? RotaryEncoder.kind : index == 1 ? Keypad.kind : Button.kind
            return field.1.map { (field.0.key, kind, $0) }
        }
    }
}

/// The settings of a display that can have a screen.
package protocol ScreenSettings: DeviceSettings {
    var screen: ScreenInputs? { get }
}

extension Setting {
    /// Returns the setting for the inputs that operate the screen of a display.
    static func screen(_ path: WritableKeyPath<Settings, ScreenInputs?> & Sendable) -> Setting {
        Setting(
            "screen", path, .optional(.screen),
            "the inputs that operate the screen; by default, those that the program names")
    }
}

extension Notation<ScreenInputs> {
    fileprivate static var screen: Notation {
        let keys = Value.fields.map(\.key)
        return Notation(
            "a mapping of \(keys.dropLast().joined(separator: ", ")) or \(keys.last ?? "") to an input",
            example: Value.example, settingsOf: DeviceKind("screen"),
            text: { inputs in
                "{\(inputs.named.map { "\($0.key): \($0.input.name)" }.joined(separator: ", "))}"
            })
    }
}

extension WiredDevice {
    /// The inputs that operate the device's screen, with their keys; empty if the wiring names none.
    package var screenInputs: [(key: String, kind: DeviceKind, input: WiringReference)] {
        (settings as? any ScreenSettings)?.screen?.named ?? []
    }
}
