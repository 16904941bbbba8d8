import CarillonAppliance

/// The picture of lines in a terminal, redrawn at each step of time in the terminal's present size.
///
///     GPIO17  button plus  ▔▔▔▔▔▔▔│▁▁▁▁▁│▔▔▔▔▔▔▔▔  high      2 edges
struct MonitorScreen {
    /// Switches to the terminal's alternate screen without a cursor. `leave` restores the former content.
    static let enter = "\u{1b}[?1049h\u{1b}[?25l"
    static let leave = "\u{1b}[?25h\u{1b}[?1049l"
    private static let home = "\u{1b}[H"
    private static let clearLine = "\u{1b}[K"
    private static let clearBelow = "\u{1b}[J"
    private static let minimumCurve = 8

    /// The first line.
    let title: String
    /// The last line: the effects of keys.
    let hint: String

    /// Returns the text to write to the terminal.
    func draw(_ traces: [LineTrace], on terminal: Terminal) -> String {
        let lines = lines(for: traces, on: terminal).map { line in
            line.text(on: terminal) + Self.clearLine
        }
        return Self.home + lines.joined(separator: "\n") + Self.clearBelow
    }

    private func lines(for traces: [LineTrace], on terminal: Terminal) -> [StyledText] {
        // Three lines are the title, an empty line and the hint.
        let room = max(1, (terminal.height ?? .max) - 3)
        let isCut = traces.count > room
        let shown = isCut ? Array(traces.prefix(max(0, room - 1))) : traces
        let rest = isCut ? [StyledText("… and \(traces.count - shown.count) more", .dim)] : []
        let rows = shown.map { row($0, among: traces, width: terminal.width) }
        return [StyledText(title, .bold)] + rows + rest + [StyledText(), StyledText(hint, .dim)]
    }

    private func row(_ trace: LineTrace, among traces: [LineTrace], width: Int) -> StyledText {
        let nameWidth = traces.map(\.name.count).max() ?? 0
        let noteWidth = traces.map(\.note.count).max() ?? 0
        let level = StyledText(trace.levelName, trace.style).padded(to: 4)
        let edges = StyledText("\(trace.edges) edges").padded(to: 12, isOnRight: true)
        var row = StyledText(trace.name, .bold).padded(to: nameWidth + 2)
        var room = width - row.width - level.width - edges.width - 2
        if room >= noteWidth + 2 + Self.minimumCurve {
            row.append(StyledText(trace.note, .dim).padded(to: noteWidth + 2))
            room -= noteWidth + 2
        }
        if room >= Self.minimumCurve {
            row.append(trace.curve(width: room), trace.style)
            row.append("  ")
        }
        row.append(level)
        row.append(edges)
        return row
    }
}

extension LineTrace {
    fileprivate var style: Style {
        switch level {
        case .active: .green
        case .inactive: .cyan
        case nil: .red
        }
    }
}
