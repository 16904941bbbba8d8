import CLibrary
import CarillonBoard
import CarillonDevices
import CarillonOutlet

/// The actions on the inputs of a simulated board, read from standard input, one per line.
///
///     plus                   the usual action: presses a button, flips a switch, activates a sensor, turns a knob
///     press plus             and later: release plus
///     hold plus              for as long as a hold takes; hold plus 3 s
///     click plus 2
///     turn volume -3
///     armed on               a switch or a sensor; armed off
///     enter cards 04a1b2c3   a text: keys, the id of a card, a number; enter cards none takes the card away
///     unplug door            and later: plug-in door
///     set rings 3            a value of the program, as the page sets it; set ring presses its button
///     press oled Radio 1     a control of a screen; set oled Volume 40, turn oled Sleep 2, back oled
///     clock 06:59            sets the clock; clock 2026-03-28 22:00
///     wait 500 ms
struct Script {
    /// The first word of a line.
    private enum Verb: String {
        case press, release, click, hold, turn, enter, unplug, set, wait, clock, back
        case plugIn = "plug-in"
    }

    private let controls: SimulatedControls
    private let values: [BoardFeature]
    private var unfinished: [UInt8] = []
    private var lines: ArraySlice<String> = []
    /// The number of the line that the last action is from.
    private(set) var lineNumber = 0

    /// - Parameter values: The values of the application.
    init(_ wiring: Wiring, values: [BoardFeature] = []) {
        controls = SimulatedControls(wiring)
        self.values = values
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

    /// Returns the error of an action that a device has refused.
    func error(_ reason: any Error, of action: SimulatedAction, line: Int) -> UsageError {
        guard let control = action.control else { return Self.error("\(reason)", line: line) }
        let device = control.title
        let message =
            switch reason {
            case let reason as UnusableText:
                "\(device) does not take \"\(reason.text.trimmed)\"\(control.control.texts.isEmpty ? "" : ", but ")"
                    + "\(control.control.texts); for example, \(control.examples)"
            case is UnusedDevice: "the program does not use \(device), so nothing operates it"
            default: "\(device): \(reason)"
            }
        return Self.error(message, line: line)
    }

    // MARK: Lines

    private func action(_ line: String) throws(UsageError) -> SimulatedAction {
        if let control = controls.find(line) { return control.defaultAction }
        let word = line.prefix { !$0.isWhitespace }
        let rest = String(line.dropFirst(word.count)).trimmed
        guard let verb = Verb(rawValue: String(word)) else { return try change(line) }
        if let action = try onScreen(verb, rest) { return action }
        switch verb {
        case .back: throw unusable("back needs the name of a screen, such as back oled")
        case .wait: return .wait(try time(rest, example: "wait 500 ms"))
        case .clock:
            guard TimeOfDay(rest) != nil || LocalTime(rest) != nil else {
                throw unusable("invalid time \"\(rest)\"; for example, clock 06:59 or clock 2026-03-28 22:00")
            }
            return .setClock(rest)
        case .set: return try set(rest)
        case .press: return .press(try only(verb, rest, \.isPressed))
        case .release: return .release(try only(verb, rest, \.isPressed))
        case .unplug: return .setPresence(try only(verb, rest, \.isEntered), false)
        case .plugIn: return .setPresence(try only(verb, rest, \.isEntered), true)
        case .click:
            let (button, count) = try control(verb, rest, \.isPressed)
            let times = try number(count, 1, "click \(button.device) 2")
            return .click(button, times: times)
        case .hold:
            let (button, length) = try control(verb, rest, \.isPressed)
            let isGiven = !length.isEmpty
            return .hold(button, isGiven ? try time(length, example: "hold \(button.device) 3 s") : button.holdTime)
        case .turn:
            let (knob, steps) = try control(verb, rest, \.isTurned)
            return .turn(knob, steps: try number(steps, -1000, "turn \(knob.device) -3"))
        case .enter:
            let (device, text) = try control(verb, rest, \.isEntered)
            return .enter(device, text)
        }
    }

    /// Returns the action on a control of a screen; nil if the rest of the line does not begin with the name of a screen.
    private func onScreen(_ verb: Verb, _ rest: String) throws(UsageError) -> SimulatedAction? {
        guard [.press, .set, .turn, .back].contains(verb),
            let (name, text) = rest.longestName(among: screens.map(\.owner.name)),
            let screen = screens.first(where: { $0.owner.name == name }), text.isEmpty == (verb == .back)
        else { return nil }
        return .command(screen, verb == .back ? "back" : "\(verb.rawValue) \(text)")
    }

    private var screens: [BoardFeature] { values.filter(\.isScreen) }

    /// Returns the action of a line such as `armed on`.
    private func change(_ line: String) throws(UsageError) -> SimulatedAction {
        guard let (name, word) = controls.longest(line) else { throw unknown(line) }
        let control = controls.find(name) { $0.isToggled || $0.senses }
        guard let control, word == "on" || word == "off" else { throw unfit(name, word) }
        return .set(control, isOn: word == "on")
    }

    /// Returns the action of the rest of a line such as `set rings 3`.
    private func set(_ rest: String) throws(UsageError) -> SimulatedAction {
        let settable = values.filter { $0.feature.canBeSet && !$0.isScreen }
        let names = settable.map(\.owner.name)
        guard let first = settable.first else { throw unusable("set needs a value, but the program lets none be set") }
        guard !rest.isEmpty else { throw unusable("set needs the name of a value; for example, \(first.example)") }
        guard let (name, text) = rest.longestName(among: values.filter { !$0.isScreen }.map(\.owner.name)) else {
            let words = rest.split(whereSeparator: \.isWhitespace)
            let name = words.prefix(max(words.count - 1, 1)).joined(separator: " ")
            throw unusable("no value \"\(name)\"; \(Suggestion.nearestOrAll(to: name, among: names))")
        }
        guard let feature = settable.first(where: { $0.owner.name == name }) else {
            throw unusable("the program only shows \"\(name)\"; it lets be set: \(names.joined(separator: ", "))")
        }
        guard let value = feature.value.commanded(feature.value.command(typed: text)), let command = value.command,
            feature.feature.accepts(value, insteadOf: feature.value)
        else { throw unusable("\"\(name)\" cannot be \"\(text)\"; for example, \(feature.example)") }
        return .command(feature, command)
    }

    /// Returns the control that a verb needs, whose name is the whole rest of the line.
    private func only(
        _ verb: Verb, _ rest: String, _ isIncluded: (Control) -> Bool
    ) throws(UsageError) -> SimulatedControl {
        let (control, surplus) = try control(verb, rest, isIncluded)
        guard surplus.isEmpty else {
            throw unusable("unexpected \"\(surplus)\"; for example, \(verb.rawValue) \(control.device)")
        }
        return control
    }

    /// Returns the control that a verb needs, and what follows its name.
    private func control(
        _ verb: Verb, _ rest: String, _ isIncluded: (Control) -> Bool
    ) throws(UsageError) -> (SimulatedControl, String) {
        guard !rest.isEmpty else {
            let example = controls.names(where: isIncluded).first.map { "; for example, \(verb.rawValue) \($0)" }
            throw unusable("\(verb.rawValue) needs the name of an input\(example ?? ", but the board has none for it")")
        }
        guard let (name, rest) = controls.longest(rest) else { throw unknown(rest) }
        guard let control = controls.find(name, where: isIncluded) else { throw unfit(name, verb.rawValue) }
        return (control, rest)
    }

    private func number(_ text: String, _ least: Int, _ example: String) throws(UsageError) -> Int {
        guard !text.isEmpty else { return 1 }
        guard let number = Int(text), (least...1000).contains(number) else {
            throw unusable("invalid number \"\(text)\"; use \(least) to 1000; for example, \(example)")
        }
        return number
    }

    private func time(_ text: String, example: String) throws(UsageError) -> Duration {
        guard let time = Duration(notation: text) else {
            throw unusable(
                "invalid time \"\(text)\"; use a number and its unit (us, ms, s, min or h); for example, \(example)")
        }
        return time
    }

    // MARK: Errors

    private func unknown(_ name: String) -> UsageError {
        let kind = controls.areButtonsOnly ? "button" : "input"
        return unusable("no \(kind) \"\(name)\"; \(Suggestion.nearestOrAll(to: name, among: controls.names))")
    }

    /// Returns the error of a word that does not apply to a device.
    private func unfit(_ name: String, _ word: String) -> UsageError {
        let examples = controls.all.filter { $0.device == name }.map(\.examples).joined(separator: " or ")
        let title = controls.find(name)?.title ?? name
        return unusable("\"\(word)\" does not apply to \(title); for example, \(examples)")
    }

    private func unusable(_ message: String) -> UsageError { Self.error(message, line: lineNumber) }

    private static func error(_ message: String, line: Int) -> UsageError {
        UsageError("standard input:\(line): \(message)")
    }

    private static let newline = UInt8(ascii: "\n")
    /// The maximum length of a line. Longer input without a line end is not a script.
    private static let maximumBytes = 256
}

extension SimulatedControls {
    /// Returns the longest name of a device that a text begins with, and what follows it. Names may have blanks.
    fileprivate func longest(_ text: String) -> (name: String, rest: String)? {
        text.longestName(among: names)
    }
}

extension String {
    /// Returns the longest of some names that the text begins with, and what follows it. Names may have blanks.
    fileprivate func longestName(among names: [String]) -> (name: String, rest: String)? {
        let name = names.filter { self == $0 || hasPrefix($0 + " ") || hasPrefix($0 + "\t") }
            .max { $0.count < $1.count }
        return name.map { ($0, String(dropFirst($0.count)).trimmed) }
    }
}

extension BoardFeature {
    /// A line of a script that sets the feature.
    fileprivate var example: String {
        let name = owner.name
        switch value {
        case .press: return "set \(name)"
        case .toggle: return "set \(name) on"
        case .level(_, let scale): return "set \(name) \(Feature.Value.level(scale.range?.upperBound).payload ?? "")"
        case .color: return "set \(name) #ff0000"
        default: return "set \(name) \(feature.options.first ?? (kind.title == "time" ? "07:00" : "hello"))"
        }
    }
}

extension Feature.Value {
    /// Returns the command of a text that a user has typed, such as `on`.
    fileprivate func command(typed text: String) -> String {
        switch self {
        case .press: "PRESS"
        case .toggle, .color: ["on", "off"].contains(text) ? text.uppercased() : text
        default: text
        }
    }
}

extension SimulatedControl {
    /// The device in messages: `sensor "motion"`.
    fileprivate var title: String { "\(kind.title) \"\(device)\"" }

    /// The lines of a script that operate the control.
    fileprivate var examples: String {
        switch control.form {
        case .press: "press \(device)"
        case .toggle, .sense: "\(device) on or \(device) off"
        case .turn: "turn \(device) -3"
        case .enter(_, let examples, _): examples.map { "enter \(device) \($0)" }.joined(separator: " or ")
        }
    }
}
