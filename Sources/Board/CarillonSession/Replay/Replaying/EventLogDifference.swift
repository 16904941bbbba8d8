/// An event of an event log whose line differs from the recorded one.
package struct EventLogDifference: Equatable, Sendable {
    /// The most changes in words, and the most characters of a value.
    private static let (mostChanges, mostCharacters) = (6, 60)

    let recorded: EventLogLine
    let replayed: EventLogLine

    /// - Parameter replayed: The line, which then has the texts that a session would store.
    init(recorded: EventLogLine, replayed: EventLogLine) {
        func stored(_ text: String) -> String { String(decoding: EventLogLine.stored(text), as: UTF8.self) }
        self.recorded = recorded
        self.replayed = EventLogLine(
            time: replayed.time, number: replayed.number, event: stored(replayed.event), model: stored(replayed.model),
            effects: stored(replayed.effects))
    }

    /// Whether the event or its effects differ, so that the rest of the recorded inputs need not fit any more.
    var changesInputs: Bool { recorded.event != replayed.event || !hasSameEffects }

    /// The fields of the models.
    var models: EventLogValue.Comparison {
        var result = EventLogValue.Comparison()
        EventLogValue(recorded.model[...]).compare(to: EventLogValue(replayed.model[...]), into: &result)
        return result
    }

    /// The event, and what differs: `increment: lamp.level: 3 -> 4; effects: none -> save`.
    var text: String {
        guard recorded.event == replayed.event else {
            return "event: \(Self.short(recorded.event)) -> \(Self.short(replayed.event))"
        }
        var changes = models.changes.map { change in
            (change.path.isEmpty ? "" : "\(change.path): ")
                + "\(Self.short(change.before)) -> \(Self.short(change.after))"
        }
        if changes.count > Self.mostChanges {
            changes[Self.mostChanges...] = ["\(changes.count - Self.mostChanges) more"]
        }
        if !hasSameEffects {
            let effects = [recorded.effects, replayed.effects].map { $0.isEmpty ? "none" : Self.short($0) }
            changes.append("effects: \(effects[0]) -> \(effects[1])")
        }
        return "\(Self.short(recorded.event)): \(changes.joined(separator: "; "))"
    }

    /// A recorded line that has been cut off need not have all effects.
    private var hasSameEffects: Bool {
        guard recorded.isCut else { return recorded.effects == replayed.effects }
        return replayed.effects.utf8.starts(with: recorded.effects[...].withoutCut)
    }

    private static func short(_ text: some StringProtocol) -> String {
        text.count > mostCharacters ? "\(text.prefix(mostCharacters - 1))…" : String(text)
    }
}

extension EventLogLine {
    /// The mark at the end of a line that was too long for a session.
    static let cut = "…"

    /// Whether the end of the line is missing.
    var isCut: Bool { (effects.isEmpty ? model : effects).hasSuffix(Self.cut) }
}
