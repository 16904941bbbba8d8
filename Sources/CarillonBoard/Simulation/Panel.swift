import CarillonDevices
import CarillonGPIO

/// The picture of a simulated board in a terminal: its buttons with their keys, its LEDs, its numbers, its last sound.
///
///     [+] plus   [-] minus   [q] quit
///     ○ bit3  ○ bit2  ● bit1  ○ bit0
///     count 2   sound alert
struct Panel {
    private static let begin = "\u{1b}[?7l"  // no wrapping: each line stays one
    private static let end = "\u{1b}[?7h"

    private let buttons: [(name: String, key: Character, line: String)]
    private let leds: [(name: String, line: String)]
    private let level: @Sendable (String) -> Level?
    private var numbers: [(name: String, value: Int)]
    private var lastSound: SoundName?

    /// - Parameters:
    ///   - wiring: The parts.
    ///   - keys: Which key presses which button.
    ///   - level: The level of a line now.
    init(wiring: Wiring, keys: [Character: Wiring.Button], level: @escaping @Sendable (String) -> Level?) {
        buttons = wiring.buttons.map { button in
            (button.name, keys.first { $0.value.name == button.name }?.key ?? " ", button.line.name)
        }
        leds = wiring.leds.reversed().map { ($0.name, $0.line.name) }
        numbers = wiring.numbers.map { ($0.name, 0) }
        self.level = level
    }

    /// Remembers what cannot be read off a line.
    mutating func follow(_ change: PartChange) {
        switch change {
        case .number(let name, let value):
            for index in numbers.indices where numbers[index].name == name { numbers[index].value = value }
        case .sound(let name): lastSound = name
        case .led: break
        }
    }

    /// What takes the picture away, if it is the last thing in the terminal.
    var erased: String { "\u{1b}[\(lines.count)A\u{1b}[J" }

    /// The picture, the cursor below it.
    func drawn() -> String {
        Self.begin + lines.map { $0 + "\n" }.joined() + Self.end
    }

    private var lines: [String] {
        let keys = buttons.map { "\(level($0.line) == .active ? "(\($0.key))" : "[\($0.key)]") \($0.name)" }
        let lights = leds.map { "\(level($0.line) == .active ? "●" : "○") \($0.name)" }
        let facts = numbers.map { "\($0.name) \($0.value)" } + (lastSound.map { ["sound \($0)"] } ?? [])
        return [
            (keys + ["[q] quit"]).joined(separator: "   "),
            lights.joined(separator: "  "),
            facts.joined(separator: "   "),
        ]
    }
}
