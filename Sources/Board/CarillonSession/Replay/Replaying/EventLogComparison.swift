/// Compares the event log of a replay with the recorded one, event for event.
///
/// If the type of the models has got or lost fields, those that both have are compared.
struct EventLogComparison {
    /// The recorded lines, by number.
    private let recorded: [Int: EventLogLine]
    /// The fields of models that the recorded ones do not have, in the order of their appearance.
    private(set) var added: [String] = []
    /// The fields of recorded models that the models do not have.
    private(set) var removed: [String] = []

    init(_ eventLog: [EventLogLine]) {
        recorded = Dictionary(eventLog.compactMap { line in line.number.map { ($0, line) } }) { first, _ in first }
    }

    /// Returns the difference of a line from the recorded one; nil if they are equal, or if the line was not recorded.
    mutating func difference(of line: EventLogLine) -> (event: Int, difference: EventLogDifference)? {
        guard let number = line.number, let old = recorded[number] else { return nil }
        let (before, after) = (old.text, EventLogLine.stored(line.text))
        let isEqual = old.isCut ? after.starts(with: before[...].withoutCut) : after.elementsEqual(before.utf8)
        guard !isEqual else { return nil }
        let difference = EventLogDifference(recorded: old, replayed: line)
        let models = difference.models
        added += models.added.filter { !added.contains($0) }
        removed += models.removed.filter { !removed.contains($0) }
        return models.changes.isEmpty && !difference.changesInputs ? nil : (number, difference)
    }
}
