import CarillonAudio
import CarillonDevices
import CarillonGPIO

/// The parts of an application, by its own names, and the header's lines that they are wired to.
///
/// In a file it is YAML, and `Boards/README.md` has all that it can say:
///
///     buttons:
///       plus: {line: GPIO17, key: "+"}
///     leds:
///       lamp: GPIO5
///
/// In Swift it is made of the same parts: `try Wiring(.button("plus", line: "GPIO17"), .led("lamp", line: "GPIO5"))`. What
/// is wrong in a file is wrong in Swift, too.
public struct Wiring: Sendable {
    /// A name of something else, a line or an LED, and where it is written.
    package struct Reference: Sendable {
        package var name: String
        package let position: SourcePosition
    }

    /// The line that a part is wired to, and where the file says so.
    package typealias WiredLine = Reference

    package struct Button: Sendable {
        package let name: String
        package var line: WiredLine
        package var settings = InputSettings(bias: .pullUp, isActiveLow: true)
        package var debounce = Wiring.usualDebounce
        package var timing = CarillonDevices.Button.Timing()
        /// The key that presses it on a simulated board.
        package var key: Character?
    }

    package struct Encoder: Sendable {
        package let name: String
        package var a: WiredLine
        package var b: WiredLine
        package var settings = InputSettings(bias: .pullUp, isActiveLow: true)
        package var steps = RotaryEncoder.StepsPerCycle.one
        package var button: Button?
        /// Whether the knob can be pressed.
        package var hasButton: Bool { button != nil }
        /// The two keys that turn it left and right on a simulated board.
        var keys: String?
        package var leftKey: Character? { keys?.first }
        package var rightKey: Character? { keys?.dropFirst().first }
    }

    package struct Switch: Sendable {
        package let name: String
        package var line: WiredLine
        package var settings = InputSettings(bias: .pullUp, isActiveLow: true)
        package var debounce = Wiring.usualDebounce
        /// The key that flips it on a simulated board.
        package var key: Character?
    }

    package struct Sensor: Sendable {
        package let name: String
        package var line: WiredLine
        /// Most sensors drive their output; the resistor is for the moment when nothing is plugged in.
        package var settings = InputSettings(bias: .pullDown)
        package var debounce = Duration.zero
        package var quiet = Duration.zero
        /// The key that has it sense something for a moment on a simulated board.
        package var key: Character?
    }

    /// An LED, a buzzer or a relay.
    package struct Output: Sendable {
        /// A channel of the kernel's PWM chips.
        package struct PWM: Equatable, Sendable {
            package let chip: String
            package let channel: Int
        }

        package let name: String
        package var line: WiredLine
        var isActiveLow = false
        var safeLevel = Level.inactive
        /// What dims it, if not the program.
        package var pwm: PWM?

        package var settings: OutputSettings { OutputSettings(safeLevel: safeLevel, isActiveLow: isActiveLow) }
    }

    package struct RGB: Sendable {
        package let name: String
        var red: WiredLine
        var green: WiredLine
        var blue: WiredLine
        var isActiveLow = false
    }

    /// Some LEDs that show one thing: a number in binary, the least significant bit first, or a bar, its low end first.
    package struct Row: Sendable {
        package let name: String
        let position: SourcePosition
        package let leds: [Reference]
    }

    package struct SoundFile: Sendable {
        package let name: String
        let file: String
        package let position: SourcePosition
    }

    /// The longest pause to expect while a push button chatters, if nobody says: cheap ones need as much, and a press is
    /// told at its first edge anyway.
    static let usualDebounce = Duration.milliseconds(20)

    package var buttons: [Button] = []
    package var encoders: [Encoder] = []
    package var switches: [Switch] = []
    package var sensors: [Sensor] = []
    package var leds: [Output] = []
    package var rgbs: [RGB] = []
    package var buzzers: [Output] = []
    package var relays: [Output] = []
    package var numbers: [Row] = []
    package var bars: [Row] = []
    var sounds: [SoundFile] = []
    /// What becomes of the sound card while nothing sounds.
    package var idlePolicy = AudioIdlePolicy.keepRunning

    /// A wiring without parts.
    package static var empty: Wiring { Wiring() }
}
