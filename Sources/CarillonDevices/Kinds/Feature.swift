/// One thing about a device that the world outside the program may see, and perhaps set, whatever the device's kind.
///
/// The panel, the bench and other outlets know these values, and no kind of device by name.
public struct Feature: Sendable {
    /// The name among the features of the device; empty for the main one.
    public let name: String
    /// Reads the value now: of a light that blinks, its pattern. On the queue only.
    public let value: @Sendable () -> Value
    /// Whether a toggle takes every pattern, and not only on and off.
    public let isDimmable: Bool
    /// The longest hold that the program waits for; nil if it waits for none. On the queue only.
    public let longestHold: @Sendable () -> Duration?
    /// The names that a sound can be set to. May be called from any thread.
    public let sounds: @Sendable () -> [SoundName]
    private let setter: (@Sendable (Value) -> Void)?
    private let shareNow: (@Sendable () -> Double)?

    /// - Parameters:
    ///   - name: Empty for the main feature of the device.
    ///   - isDimmable: For a toggle that takes every pattern.
    ///   - longestHold: For a feature that is pressed.
    ///   - sounds: For a feature that plays sounds.
    ///   - share: Reads how much there is of it at this moment, if `value` does not say it; see ``share``.
    ///   - set: Called on the queue with a value that the feature can have; nil if the world may not set it.
    ///   - value: Called on the queue.
    public init(
        _ name: String = "", isDimmable: Bool = false, longestHold: @escaping @Sendable () -> Duration? = { nil },
        sounds: @escaping @Sendable () -> [SoundName] = { [] }, share: (@Sendable () -> Double)? = nil,
        set: (@Sendable (Value) -> Void)? = nil, _ value: @escaping @Sendable () -> Value
    ) {
        self.name = name
        self.value = value
        self.isDimmable = isDimmable
        self.longestHold = longestHold
        self.sounds = sounds
        setter = set
        shareNow = share
    }

    /// How much there is of it at this moment, from 0 to 1, also within a pattern: its brightness, its place in its range.
    /// nil for what has no such measure. On the queue only.
    public var share: Double? { shareNow?() ?? value().share }

    /// Whether the world may set it.
    public var canBeSet: Bool { setter != nil }

    /// Sets it, as the world outside the program does. On the queue only.
    ///
    /// - Returns: False, and nothing has happened, if the world may not set it, or not to this value: one of another form, a
    ///   pattern other than on and off for what cannot be dimmed, a level beyond its scale, a picture of another size, or a
    ///   sound that is none of ``sounds``. Of a level's scale only the feature's own counts.
    public func set(_ new: Value) -> Bool {
        guard let setter else { return false }
        switch (value(), new) {
        case (.toggle, .toggle(let pattern)) where isDimmable || pattern.isSwitching: break
        case (.level(_, let scale), .level(let number, _)) where scale.contains(number): break
        case (.picture(let old), .picture(let new)) where old.width == new.width && old.height == new.height: break
        case (.sound, .sound(let name)) where name.map(sounds().contains) ?? true: break
        case (.color, .color), (.text, .text): break
        default: return false
        }
        setter(new)
        return true
    }
}

extension Feature {
    /// The value of a feature.
    public enum Value: Equatable, Sendable {
        /// Something is pressed, or not.
        case press(Bool)
        /// Something is on or off, or plays a pattern.
        case toggle(Pattern)
        /// A number: an angle, the steps of a knob, the length of a bar. nil is none, as of a servo that is switched off.
        case level(Double?, Scale = Scale())
        /// A light's colour, and the pattern that it shows it with.
        case color(Color, Pattern = .on)
        /// Text, of one line or several.
        case text(String)
        /// A picture.
        case picture(Picture)
        /// The sound that has begun last; nil is silence.
        case sound(SoundName?)
    }

    /// The numbers that a level can be.
    public struct Scale: Equatable, Sendable {
        /// The least and the greatest number; nil has no ends.
        public let range: ClosedRange<Double>?
        /// Each number is a multiple of it; nil is any number.
        public let step: Double?
        /// What follows the number in text, with a space where there is one: `°`, ` %`.
        public let unit: String
        /// Whether the level can be none: off.
        public let hasOff: Bool

        /// - Parameter step: More than 0.
        public init(_ range: ClosedRange<Double>? = nil, step: Double? = nil, unit: String = "", hasOff: Bool = false) {
            self.range = range
            self.step = step
            self.unit = unit
            self.hasOff = hasOff
        }

        /// Whether a level can be set to `number`: whole numbers are exact up to 2^53.
        func contains(_ number: Double?) -> Bool {
            guard let number else { return hasOff }
            guard number.magnitude <= 0x1p53, range?.contains(number) ?? true else { return false }
            return step.map { ((number / $0).rounded() * $0 - number).magnitude < $0 / 1000 } ?? true
        }

        /// `45°`, `33.3 %`; without a unit the end is told: `3 of 5`.
        fileprivate func text(_ number: Double) -> String {
            let places = step == nil ? 10.0 : 1000
            let rounded = Int(exactly: number) == nil ? (number * places).rounded() / places : number
            let text = Int(exactly: rounded).map(String.init) ?? "\(rounded)"
            guard let range, unit.isEmpty else { return text + unit }
            return "\(text) of \(Scale().text(range.upperBound))"
        }
    }
}

extension Feature.Value {
    /// The number of a level.
    public var number: Double? { if case .level(let number, _) = self { number } else { nil } }
    /// The text of a text.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The picture of a picture.
    public var picture: Picture? { if case .picture(let picture) = self { picture } else { nil } }

    /// How much there is of it, from 0 to 1; nil for what has no such measure, or changes as time goes by.
    fileprivate var share: Double? {
        switch self {
        case .press(let isPressed): isPressed ? 1 : 0
        case .toggle(let pattern): pattern.steadyShare
        case .level(let number, let scale):
            scale.range.map { range in
                number.map { ($0 - range.lowerBound) / (range.upperBound - range.lowerBound) } ?? 0
            }
        case .color(let color, let pattern):
            pattern.steadyShare.map { $0 * max(color.red, color.green, color.blue) }
        case .text, .picture, .sound: nil
        }
    }
}

extension Feature.Value: CustomStringConvertible {
    /// In one line: `pressed`, `released`, `on`, `off`, `blinking`, `45°`, `22.5°`, `3 of 5`, `#ff0000 pulsing`, a text, the
    /// size of a picture (`128 x 64`), the name of a sound.
    public var description: String {
        switch self {
        case .press(let isPressed): isPressed ? "pressed" : "released"
        case .toggle(let pattern): "\(pattern)"
        case .level(let number, let scale): number.map(scale.text) ?? "off"
        case .color(_, .off): "off"
        case .color(let color, .on): "\(color)"
        case .color(let color, let pattern): "\(color) \(pattern)"
        case .text(let text): text.split(whereSeparator: \.isNewline).joined(separator: " ")
        case .picture(let picture): "\(picture.width) x \(picture.height)"
        case .sound(let name): name?.description ?? "silence"
        }
    }
}
