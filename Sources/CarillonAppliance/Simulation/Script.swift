import CLibrary
import CarillonBoard
import CarillonDevices

/// The actions on the inputs of a simulated board, read from standard input, one per line.
///
///     plus                   the usual action: presses a button, flips a switch, activates a sensor, turns a knob
///     press plus             and later: release plus
///     hold plus              for as long as a hold takes; hold plus 3 s
///     click plus 2
///     turn volume -3
///     armed on               a switch or a sensor; armed off
///     enter door 0012345678  a text: keys, the id of a card, a number
///     unplug door            and later: plug-in door
///     wait 500 ms
struct Script {
    /// A line that cannot be performed.
    struct UsageError: Error, Equatable, CustomStringConvertible {
        let line: Int
        let message: String

        var description: String { "standard input:\(line): \(message)" }
    }

    private let controls: SimulatedControls
    private var unfinished: [UInt8] = []
    private var lines: ArraySlice<String> = []
    private var lineNumber = 0

    init(_ wiring: Wiring) {
        controls = SimulatedControls(wiring)
    }

    /// Appends input.
    mutating func take(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte != Self.newline { unfinished.append(byte) }
            if byte == Self.newline || unfinished.count == Self.maximumBytes { end() }
        }
    }

    /// Ends the last line at the end of the input.
    mutating func end() {
        lines.append(String(decoding: unfinished, as: UTF8.self).trimmed)
        unfinished.removeAll(keepingCapacity: true)
    }

    /// Returns the action of the next complete line; nil if there is none. Blank lines are skipped.
    mutating func next() throws(UsageError) -> SimulatedAction? {
        while let line = lines.popFirst() {
            lineNumber += 1
            if !line.isEmpty { return try action(line) }
        }
        return nil
    }

    private func action(_ line: String) throws(UsageError) -> SimulatedAction {
        if let control = controls.find(line) { return control.defaultAction }
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count > 1 else { throw unknown(line) }
        let rest = words.dropFirst(2).joined(separator: " ")
        switch (words[0], rest) {
        case ("press", ""): return .press(try button(words[1]))
        case ("release", ""): return .release(try button(words[1]))
        case ("click", _): return .click(try button(words[1]), times: try number(rest.isEmpty ? "1" : rest, from: 1))
        case ("hold", _):
            let button = try button(words[1])
            return .hold(button, rest.isEmpty ? button.holdTime : try time(rest))
        case ("turn", _):
            guard let knob = controls.find(words[1], where: \.isTurned) else { throw unknown(words[1]) }
            return .turn(knob, steps: try number(rest.isEmpty ? "1" : rest, from: -1000))
        case ("enter", _): return .enter(try device(words[1]), rest)
        case ("unplug", ""): return .setPresence(try device(words[1]), false)
        case ("plug-in", ""): return .setPresence(try device(words[1]), true)
        case ("wait", _): return .wait(try time(words.dropFirst().joined(separator: " ")))
        default: break
        }
        guard words.count == 2, let isOn = ["on": true, "off": false][words[1]] else { throw unknown(line) }
        guard let control = controls.find(words[0], where: { $0.isToggled || $0.senses }) else {
            throw unknown(words[0])
        }
        return .set(control, isOn: isOn)
    }

    private func button(_ name: String) throws(UsageError) -> SimulatedControl {
        guard let button = controls.find(name, where: \.isPressed) else { throw unknown(name) }
        return button
    }

    private func device(_ name: String) throws(UsageError) -> SimulatedControl {
        guard let device = controls.find(name, where: \.isEntered) else { throw unknown(name) }
        return device
    }

    private func number(_ text: String, from least: Int) throws(UsageError) -> Int {
        guard let number = Int(text), (least...1000).contains(number) else {
            throw unusable("invalid number \"\(text)\"; use \(least) to 1000")
        }
        return number
    }

    private func time(_ text: String) throws(UsageError) -> Duration {
        do {
            return try DescriptionNode(content: .scalar(text), position: SourcePosition(file: "")).duration
        } catch {
            throw unusable(error.message)
        }
    }

    private func unknown(_ name: String) -> UsageError {
        let kind = controls.areButtonsOnly ? "button" : "input"
        return unusable("no \(kind) \"\(name)\"; expected one of: \(controls.names.joined(separator: ", "))")
    }

    private func unusable(_ message: String) -> UsageError { UsageError(line: lineNumber, message: message) }

    private static let newline = UInt8(ascii: "\n")
    /// The maximum length of a line. Longer input without a line end is not a script.
    private static let maximumBytes = 256
}
