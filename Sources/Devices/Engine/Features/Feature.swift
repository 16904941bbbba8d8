/// The description of a value of a device that is visible outside the program. All kinds of device have the same form of
/// description.
///
/// The panel, the bench and other clients use features, and refer to no kind of device by name. The owner of a feature has the
/// feature's value; see ``FeatureProviding``.
public struct Feature: Sendable {
    /// The name, unique within the device; empty for the main feature.
    public var name: String
    /// Whether the feature is an input of the program. The value of an input changes before the program receives the event.
    public var isInput: Bool
    /// Whether the feature can be set from outside the program. Inputs cannot.
    public var canBeSet: Bool
    /// Whether a toggle can be set to any pattern, not only to on and off.
    public var isDimmable: Bool
    /// The range that a level can be set to, if the range is narrower than the scale; nil for the whole scale.
    public var limits: ClosedRange<Double>?
    /// The texts that a text feature can be set to; empty if it can be set to any text, and for features with other values.
    public var options: [String]
    /// The names of the sounds that the feature can be set to.
    public var sounds: [SoundName]
    /// Whether the feature is pressed or turned, so that its gestures can be observed.
    public var hasGestures: Bool
    /// The longest hold time that an event source of the program uses; nil if no event source detects holds or clicks.
    public var maximumHold: Duration?
    /// Whether a connected view drives the feature, so that the next model replaces a value set by a client.
    public var isDriven: Bool
    /// Whether the value, such as the position in a track, advances by itself while the device's main feature is on.
    /// Observers are not notified of each advance. The page therefore reads the value once a second, and the fleet does not
    /// show it.
    public var isProgress: Bool
    /// The thing that the feature switches or moves, by which Home Assistant displays and groups it; nil for things without a
    /// role.
    public var role: Role?
    /// Whether an image belongs to the value, such as the cover of a track; see `FeatureProviding.readImage`.
    public var hasImage: Bool

    /// The kind of a thing that Home Assistant shows as an entity of its own type, such as a fan.
    public enum Role: Equatable, Sendable {
        /// A shutter, a blind or an awning, whose level is its position: from 0, closed, to 100, open. A level without a
        /// number stops it.
        case cover
        /// A fan, which a toggle switches. If the toggle is dimmable, it sets the speed of the fan.
        case fan
        /// A siren, or anything else that sounds an alarm, which a toggle switches.
        case siren
    }

    /// An image: the bytes of an image file, with their media type.
    public struct Image: Equatable, Sendable {
        /// The media type: `image/jpeg` or `image/png`.
        public let mediaType: String
        /// The bytes of the file.
        public let bytes: [UInt8]

        /// Creates an image.
        public init(mediaType: String, bytes: [UInt8]) { (self.mediaType, self.bytes) = (mediaType, bytes) }
    }

    /// A gesture on a feature that is pressed or turned.
    public enum Gesture: Equatable, Sendable {
        /// Pressed.
        case pressed
        /// Released.
        case released
        /// Pressed for the hold time of the device.
        case held
        /// Clicked this number of times in succession.
        case clicked(Int)
        /// Turned by this number of steps: positive to the right, negative to the left.
        case turned(Int)
    }

    /// Creates a description, by default of an output that cannot be set. The parameters have the meanings of the
    /// properties.
    ///
    /// - Parameter name: Empty for the main feature of the device.
    public init(
        _ name: String = "", isInput: Bool = false, canBeSet: Bool = false, isDimmable: Bool = false,
        limits: ClosedRange<Double>? = nil,
        options: [String] = [], sounds: [SoundName] = [], hasGestures: Bool = false, maximumHold: Duration? = nil,
        isDriven: Bool = false, isProgress: Bool = false, hasImage: Bool = false, role: Role? = nil
    ) {
        (self.name, self.isInput, self.canBeSet, self.isDimmable) = (name, isInput, canBeSet, isDimmable)
        (self.limits, self.options, self.sounds, self.hasGestures) = (limits, options, sounds, hasGestures)
        (self.maximumHold, self.isDriven, self.isProgress) = (maximumHold, isDriven, isProgress)
        (self.hasImage, self.role) = (hasImage, role)
    }

    /// The maximum length of a text from outside the program. A display shows fewer than 200 characters.
    package static let mostTextBytes = 4096

    /// Returns whether the feature can have a value, if it can be set.
    ///
    /// False for a value of another form, a pattern other than on and off if the feature is not dimmable, a level beyond
    /// the scale or the ``limits``, a text of more than 4096 bytes or one that is not among the ``options``, a picture of
    /// another size, or a sound that is not among ``sounds``.
    ///
    /// - Parameters:
    ///   - new: The value. The scale of a level is ignored.
    ///   - old: The present value, whose scale a level is checked against.
    package func accepts(_ new: Value, insteadOf old: Value) -> Bool {
        switch (old, new) {
        case (.toggle, .toggle(let pattern)): isDimmable || pattern.isSwitching
        case (.level(_, let scale), .level(let number, _)):
            scale.contains(number) && number.map { limits?.contains($0) ?? true } ?? true
        case (.text, .text(let text)):
            text.utf8.count <= Self.mostTextBytes && (options.isEmpty || options.contains(text))
        case (.picture(let old), .picture(let new)): old.width == new.width && old.height == new.height
        case (.sound, .sound(let name)): name.map(sounds.contains) ?? true
        case (.elements, .text(let text)): text.utf8.count <= Self.mostTextBytes
        case (.press, .press), (.color, .color): true
        default: false
        }
    }
}

extension Feature {
    /// The value of a feature.
    public enum Value: Equatable, Sendable {
        /// Whether the contact is pressed.
        case press(Bool)
        /// On, off, or a pattern that is playing.
        case toggle(Pattern)
        /// A number: an angle, the steps of a knob, the length of a bar. nil stands for no number, such as for a servo
        /// that is off.
        case level(Double?, Scale = Scale())
        /// A light's colour, and the pattern with which the light shows it.
        case color(Color, Pattern = .on)
        /// Text, of one or more lines.
        case text(String)
        /// The picture that a display shows.
        case picture(Picture)
        /// The colours of several pixels.
        case pixels(Pixels)
        /// The most recently started sound; nil is silence.
        case sound(SoundName?)
        /// The texts and the controls of a screen. It is set to the text of a command, such as `press Radio 1`.
        case elements([ScreenElement])
    }

    /// The numbers that a level can have.
    public struct Scale: Equatable, Sendable {
        /// The smallest and the largest number; nil for no limits.
        public let range: ClosedRange<Double>?
        /// The step: each number is a multiple of it. nil allows any number.
        public let step: Double?
        /// The unit after the number in text, with its leading space if it has one: `°`, ` %`.
        public let unit: String
        /// Whether the level may have no number, because the device is off or has no reading.
        public let hasOff: Bool
        /// The measured quantity, by its Home Assistant device class, such as `temperature`; nil for none.
        public let quantity: String?
        /// Whether the number only grows, until it restarts at 0, such as the amount that a meter has counted.
        public let isTotal: Bool

        /// Creates a scale, by default of all numbers.
        ///
        /// - Parameters:
        ///   - step: Greater than 0; nil allows any number.
        ///   - quantity: The measured quantity, by its Home Assistant device class; nil for none.
        ///   - isTotal: Whether the number only grows, until it restarts at 0.
        public init(
            _ range: ClosedRange<Double>? = nil, step: Double? = nil, unit: String = "", hasOff: Bool = false,
            quantity: String? = nil, isTotal: Bool = false
        ) {
            (self.quantity, self.isTotal) = (quantity, isTotal)
            self.range = range
            self.step = step
            self.unit = unit
            self.hasOff = hasOff
        }

        /// Returns the scale for another quantity in the same unit.
        package func measuring(_ quantity: String?) -> Scale {
            Scale(range, step: step, unit: unit, hasOff: hasOff, quantity: quantity, isTotal: isTotal)
        }

        /// Returns whether a level can be set to `number`. Numbers beyond 2^53 are refused because whole numbers are
        /// exact only up to there.
        func contains(_ number: Double?) -> Bool {
            guard let number else { return hasOff }
            guard number.magnitude <= 0x1p53, range?.contains(number) ?? true else { return false }
            return step.map { ((number / $0).rounded() * $0 - number).magnitude < $0 / 1000 } ?? true
        }

        /// Formats a number: `45°`, `33.3 %`; without a unit, the maximum follows: `3 of 5`.
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
    /// The number of a level; nil for other values.
    public var number: Double? { if case .level(let number, _) = self { number } else { nil } }
    /// The text of a `text`; nil for other values.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The pixels of a `pixels`; nil for other values.
    public var pixels: Pixels? { if case .pixels(let pixels) = self { pixels } else { nil } }
    /// The picture of a `picture`; nil for other values.
    public var picture: Picture? { if case .picture(let picture) = self { picture } else { nil } }

    /// The amount, from 0 to 1; nil for values without an amount, and for patterns that change with time.
    var share: Double? {
        switch self {
        case .press(let isPressed): isPressed ? 1 : 0
        case .toggle(let pattern): pattern.steadyShare
        case .level(let number, let scale):
            scale.range.map { range in
                number.map { ($0 - range.lowerBound) / (range.upperBound - range.lowerBound) } ?? 0
            }
        case .color(let color, let pattern):
            pattern.steadyShare.map { $0 * max(color.red, color.green, color.blue) }
        case .text, .picture, .pixels, .sound, .elements: nil
        }
    }
}

extension Feature.Value {
    /// Returns whether both are presses, toggles, levels, and so on.
    func isOfForm(of other: Feature.Value) -> Bool {
        switch (self, other) {
        case (.press, .press), (.toggle, .toggle), (.level, .level), (.color, .color), (.text, .text),
            (.picture, .picture), (.pixels, .pixels), (.sound, .sound), (.elements, .elements):
            true
        default: false
        }
    }
}

extension Feature.Value: CustomStringConvertible {
    /// A description in one line: `pressed`, `released`, `on`, `off`, `blinking`, `45°`, `22.5°`, `3 of 5`,
    /// `#ff0000 pulsing`, a text, the size of a picture (`128 x 64`), the lit pixels (`12 of 60 lit`), the name of a sound.
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
        case .pixels(let pixels): "\(pixels)"
        case .sound(let name): name?.description ?? "silence"
        case .elements(let elements): "\(elements.count) elements"
        }
    }
}
