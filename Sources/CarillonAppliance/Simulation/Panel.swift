import CarillonBoard
import CarillonDevices
import CarillonGPIO

/// The picture of a simulated board in a terminal: its inputs with their keys, its lights, and what else there is to see
/// and hear.
///
///     [+] plus   [-] minus   [q] quit
///     ○ bit3  ○ bit2  ● bit1  ○ bit0
///     count 2   sound alert
struct Panel {
    private static let begin = "\u{1b}[?7l"  // no wrapping: each line stays one
    private static let end = "\u{1b}[?7h"

    private let inputs: [(title: String, key: Character, line: String)]
    private let leds: [(name: String, line: String)]
    private let level: @Sendable (String) -> Level?
    /// What LEDs show that is more than on and off.
    private var patterns: [String: Pattern] = [:]
    /// The last that each device but an LED has said of itself, the numbers first.
    private var facts: [(device: String, text: String)]

    /// - Parameters:
    ///   - wiring: The devices.
    ///   - keys: Which key does what.
    ///   - level: The level of a line now.
    init(
        wiring: Wiring, keys: [(key: Character, act: SimulatedAct)], level: @escaping @Sendable (String) -> Level?
    ) {
        inputs = keys.map { ($1.title, $0, $1.line) }
        leds = wiring.all(LED.self).reversed().map { ($0.name, $0.settings.line.name) }
        facts = wiring.all(NumberDisplay.self).map { ("number \($0.name)", "\($0.name) 0") }
        self.level = level
    }

    /// Remembers what cannot be read off a line.
    mutating func follow(_ change: DeviceChange) {
        switch change {
        case .led(let name, _): patterns[name] = nil
        case .pattern(kind: "led", let name, let pattern): patterns[name] = pattern
        case .pattern(let kind, let name, _), .feature(let kind, let name, _): remember(change, of: "\(kind) \(name)")
        case .color(let name, _, _): remember(change, of: "rgb \(name)")
        case .bar(let name, _, _): remember(change, of: "bar \(name)")
        case .number(let name, _): remember(change, of: "number \(name)")
        case .sound: remember(change, of: "sound")
        case .chip: remember(change, of: "chip")
        }
    }

    private mutating func remember(_ change: DeviceChange, of device: String) {
        if let place = facts.firstIndex(where: { $0.device == device }) {
            facts[place].text = "\(change)"
        } else {
            facts.append((device, "\(change)"))
        }
    }

    /// What takes the picture away, if it is the last thing in the terminal.
    var erased: String { "\u{1b}[\(lines.count)A\u{1b}[J" }

    /// The picture, the cursor below it.
    func drawn() -> String {
        Self.begin + lines.map { $0 + "\n" }.joined() + Self.end
    }

    private var lines: [String] {
        let keys = inputs.map { "\(level($0.line) == .active ? "(\($0.key))" : "[\($0.key)]") \($0.title)" }
        let lights = leds.map { led in
            guard let pattern = patterns[led.name] else {
                return "\(level(led.line) == .active ? "●" : "○") \(led.name)"
            }
            return "◐ \(led.name) \(pattern)"
        }
        return [
            (keys + ["[q] quit"]).joined(separator: "   "),
            lights.joined(separator: "  "),
            facts.map(\.text).joined(separator: "   "),
        ]
    }
}

extension SimulatedAct {
    /// The label of the key that does it.
    fileprivate var title: String {
        switch self {
        case .turn(let knob, let steps): "\(knob.device) \(steps < 0 ? "left" : "right")"
        default: control?.device ?? ""
        }
    }

    /// The line that shows that it is being done.
    fileprivate var line: String {
        switch self {
        case .turn(let knob, let steps): knob.control.lines[steps < 0 ? 1 : 0].name
        default: control?.line.name ?? ""
        }
    }
}
