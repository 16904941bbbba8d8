import CLibrary
import CarillonBoard
import CarillonDevices
import CarillonGPIO

/// The picture of a simulated board in a terminal: its inputs with their keys, its lights, and all other visible and
/// audible features.
///
///     [+] plus   [-] minus   [q] quit
///     ○ bit3  ○ bit2  ● bit1  ○ bit0
///     count 2   sound alert
struct Panel {
    private static let begin = "\u{1b}[?7l"  // no wrapping: each line stays one
    private static let end = "\u{1b}[?7h"

    private let inputs: [(title: String, key: Character, line: String)]
    private let shown: [BoardFeature]
    private let level: @Sendable (String) -> Level?
    /// The last changes of features that are not those of devices, such as the volumes.
    private var others: [DeviceChange] = []
    /// The line that the user types; nil for none.
    var typed: String?
    /// The number of lines that are drawn.
    private var height = 0

    /// - Parameters:
    ///   - controls: The controls that keys operate.
    ///   - features: The features to draw from the start, apart from those that controls change.
    ///   - level: Returns the current level of a line.
    init(
        controls: SimulatedControls, features: [BoardFeature], level: @escaping @Sendable (String) -> Level?
    ) {
        inputs = controls.keys.map { ($1.title, $0, $1.line) }
        shown = features.filter { controls.find($0) == nil }
        self.level = level
    }

    /// Stores a change of a feature that is not drawn before its first change.
    ///
    /// - Returns: Whether only the panel shows the change, because it is a picture and has no text.
    mutating func follow(_ change: DeviceChange) -> Bool {
        if !shown.contains(where: { $0.kind == change.kind }) {
            others.removeAll { ($0.kind, $0.name, $0.feature) == (change.kind, change.name, change.feature) }
            others.append(change)
        }
        return change.value.picture != nil
    }

    /// The escape sequence that erases the picture, if it is the last output in the terminal.
    var erased: String { "\u{1b}[\(height)A\u{1b}[J" }

    /// Returns the picture, with the cursor below it. Queue only.
    mutating func drawn() -> String {
        let lines = lines
        height = lines.count
        return Self.begin + lines.map { $0 + "\n" }.joined() + Self.end
    }

    private var lines: [String] {
        let keys = inputs.map { "\(level($0.line) == .active ? "(\($0.key))" : "[\($0.key)]") \($0.title)" }
        var (lights, facts, pictures): ([String], [String], [String]) = ([], [], [])
        for feature in shown {
            let change = feature.change
            // A light is titled by its name alone, if no other device has that name.
            let isUnique = !shown.contains { $0.owner.name == change.name && $0.kind != change.kind }
            let title = isUnique || change.kind.label.isEmpty ? change.name : "\(change.kind.label) \(change.name)"
            switch change.value {
            case .toggle(.on): lights.append("● \(title)")
            case .toggle(.off): lights.append("○ \(title)")
            case .toggle(let pattern): lights.append("◐ \(title) \(pattern)")
            case .picture(let picture): pictures += picture.braille
            case .text(let text) where text.contains(where: \.isNewline):
                pictures += text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
            case .sound(nil): break
            default: facts.append("\(change)")
            }
        }
        var lines = [(keys + ["[q] quit"]).joined(separator: "   ")]
        // The last one first, like the bits of a number.
        lines.append(lights.reversed().joined(separator: "  "))
        lines.append((facts + others.map { "\($0)" }).joined(separator: "   "))
        lines += pictures
        if let typed { lines.append(":\(typed)") }
        return lines.map(\.printable)
    }
}

extension SimulatedAction {
    /// The label of the key that does it.
    fileprivate var title: String {
        switch self {
        case .turn(let knob, let steps): "\(knob.device) \(steps < 0 ? "left" : "right")"
        default: control?.device ?? ""
        }
    }

    /// The line whose level shows that the action is being performed.
    fileprivate var line: String {
        switch self {
        case .turn(let knob, let steps): knob.control.lines[steps < 0 ? 1 : 0].name
        default: control?.control.lines.first?.name ?? ""
        }
    }
}
