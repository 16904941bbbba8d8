import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// A user's action on a control or on the chip, found in a session.
struct RecordedAction: Equatable {
    enum Move: Equatable {
        /// A button was pressed and released, with nothing else in between.
        case press(lasting: Duration)
        /// A contact was closed or opened.
        case level(Bool)
        /// A knob was turned: to the right, or to the left if it is negative.
        case turn(Int)
        /// A text was typed, or a card was put on a reader or taken away, as `Bench.enter` takes it.
        case enter(String)
        /// The chip was unplugged or plugged in.
        case presence(Bool)
    }

    /// The time since the start of the session.
    var time: Duration
    /// The control, by its index in the wiring; nil for the chip.
    let control: Int?
    var move: Move
}

/// The user's actions of a session, without the chatter of the contacts.
struct RecordedActions {
    /// The controls that the acts refer to.
    let controls: [SimulatedControl]
    /// The acts, the earliest first.
    private(set) var acts: [RecordedAction] = []
    /// The lines that were active at the start.
    private(set) var initial: [String: Level] = [:]

    /// - Parameter wiring: The wiring as placed on the simulated board.
    init(_ session: Session, wiring: Wiring) {
        controls = SimulatedControls(wiring).all
        let lines = Dictionary(wiring.inputs.map { ($0.name, $0.line) }) { first, _ in first }
        let names = session.header.inputs.map { lines[$0] }
        var changes: [String: [(time: Duration, level: Level)]] = [:]
        var readings: [String: [(time: Duration, reading: String)]] = [:]
        var isPresent = true
        for entry in session.entries {
            let time = entry.time - session.header.start
            switch entry.input {
            case .edge(let line, let level, let edge, _) where names.indices.contains(line):
                if let name = names[line] { changes[name, default: []].append((edge - session.header.start, level)) }
            case .reading(let line, let number, let level?) where names.indices.contains(line):
                guard let name = names[line] else { continue }
                if number == 1 { initial[name] = level } else { changes[name, default: []].append((time, level)) }
            case .presence(_, let present) where present != isPresent:
                isPresent = present
                acts.append(RecordedAction(time: time, control: nil, move: .presence(present)))
            case .command(let path, let reading): readings[path, default: []].append((time, reading))
            default: break
            }
        }
        for (index, control) in controls.enumerated() {
            addActs(of: control, index, changes)
            let path = Board.readingPrefix + FeaturePath(kind: control.kind.name, name: control.device).text
            addTexts(of: control, index, readings[path] ?? [])
            addCards(of: control, index, readings[path] ?? [])
        }
        acts = Self.joined(acts.sorted { $0.time < $1.time }, controls)
    }

    private mutating func addActs(
        of control: SimulatedControl, _ index: Int, _ changes: [String: [(time: Duration, level: Level)]]
    ) {
        let lines = control.control.lines.map(\.name)
        guard case .turn(let stepsPerCycle) = control.control.form else {
            guard let line = lines.first else { return }
            let settled = Self.settled(
                changes[line] ?? [], from: initial[line] ?? .inactive, debounce: control.control.debounce)
            acts += settled.map { RecordedAction(time: $0.time, control: index, move: .level($0.level == .active)) }
            return
        }
        let edges = lines.enumerated().flatMap { contact, line in
            (changes[line] ?? []).map { (time: $0.time, contact: contact, level: $0.level) }
        }.sorted { $0.time < $1.time }
        var levels = lines.map { initial[$0] == .active }
        var quarters = 0
        for edge in edges {
            let before = Self.phase(levels)
            levels[edge.contact] = edge.level == .active
            let step = (Self.phase(levels) - before + 5) % 4 - 1
            if abs(step) == 1 { quarters += step }
            guard abs(quarters) == 4 / stepsPerCycle else { continue }
            acts.append(RecordedAction(time: edge.time, control: index, move: .turn(quarters.signum())))
            quarters = 0
        }
    }

    /// Adds the texts that were typed on keys.
    private mutating func addTexts(
        of control: SimulatedControl, _ index: Int, _ readings: [(time: Duration, reading: String)]
    ) {
        guard case .enter(.keys, _, let ending) = control.control.form else { return }
        // A key ends the line, or a pause does.
        let longest = ending.isEmpty ? max(control.control.settling, .milliseconds(1)) : .seconds(1)
        var (text, start, last, isShifted) = ("", Duration.zero, Duration.zero, false)
        func add(_ text: String, _ time: Duration) {
            acts.append(RecordedAction(time: time, control: index, move: .enter(text)))
        }
        for (time, reading) in readings {
            guard let key = KeyCode(String(reading.dropFirst())), let sign = reading.first else { continue }
            if !text.isEmpty, time - last > longest {
                add(text, start)
                text = ""
            }
            last = time
            if text.isEmpty { start = time }
            if key.isShift {
                isShifted = sign != "-"
            } else if sign != "+" {
                continue
            } else if ending == "\n" && key.endsLine || ending == "\t" && key == .tab {
                add(text, start)
                text = ""
            } else if let character = key.character(isShifted: isShifted) {
                text.append(character)
            } else {
                add(key.name, time)
            }
        }
        if !text.isEmpty { add(text, start) }
    }

    /// Adds the cards that were put on a reader or taken away, and the keys that were touched. Their readings are the texts that
    /// operate the simulated device.
    private mutating func addCards(
        of control: SimulatedControl, _ index: Int, _ readings: [(time: Duration, reading: String)]
    ) {
        guard Self.isTouched(control.kind) else { return }
        var last = "none"
        for (time, reading) in readings where reading != last && reading != "absent" {
            acts.append(RecordedAction(time: time, control: index, move: .enter(reading)))
            last = reading
        }
    }

    /// Whether a person puts a card or fingers on devices of a kind.
    static func isTouched(_ kind: DeviceKind) -> Bool { [RFIDReader.kind, TouchKeys.kind].contains(kind) }

    /// Returns the phase of a knob in its cycle, from 0 to 3.
    private static func phase(_ levels: [Bool]) -> Int { levels[0] ? (levels[1] ? 2 : 1) : (levels[1] ? 3 : 0) }

    /// Returns the changes of a contact without its chatter: the first change counts at once, and the level at the end
    /// of the chatter counts again.
    private static func settled(
        _ changes: [(time: Duration, level: Level)], from initial: Level, debounce: Duration
    ) -> [(time: Duration, level: Level)] {
        var (settled, level, newest): ([(time: Duration, level: Level)], Level, Level) = ([], initial, initial)
        var quiet = Duration.zero
        func settle() {
            guard newest != level else { return }
            level = newest
            settled.append((quiet, level))
        }
        for change in changes {
            if change.time < quiet {
                newest = change.level
                quiet = change.time + debounce
                continue
            }
            settle()
            newest = change.level
            guard newest != level else { continue }
            level = newest
            settled.append(change)
            quiet = change.time + debounce
        }
        settle()
        return settled
    }

    /// Joins a press and its release, and the steps of a turn, if nothing else is in between.
    private static func joined(_ acts: [RecordedAction], _ controls: [SimulatedControl]) -> [RecordedAction] {
        var joined: [RecordedAction] = []
        for act in acts {
            guard let last = joined.last, let control = act.control, last.control == control else {
                joined.append(act)
                continue
            }
            switch (last.move, act.move) {
            case (.level(true), .level(false)) where controls[control].control.isPressed:
                joined[joined.count - 1].move = .press(lasting: act.time - last.time)
            case (.turn(let steps), .turn(let more)) where steps.signum() == more.signum():
                joined[joined.count - 1].move = .turn(steps + more)
            default: joined.append(act)
            }
        }
        return joined
    }
}
