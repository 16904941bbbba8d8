import CarillonSession

/// Compares the story of a replay with the recorded one, event for event.
///
/// If the type of the models has got or lost fields, those that both have are compared.
struct StoryComparison {
    /// The recorded lines without their numbers, by number.
    private let recorded: [Int: Substring]
    /// The fields of models that the recorded ones do not have, in the order of their appearance.
    private(set) var added: [String] = []
    /// The fields of recorded models that the models do not have.
    private(set) var removed: [String] = []

    init(_ story: [StoryLine]) {
        recorded = Dictionary(story.compactMap(\.numbered)) { first, _ in first }
    }

    /// Returns the difference of a line from the recorded one; nil if they are equal, or if the line was not recorded.
    mutating func difference(of line: StoryLine) -> (event: Int, difference: StoryDifference)? {
        guard let (number, text) = line.numbered, let old = recorded[number] else { return nil }
        // As a session stores it.
        let new = String(decoding: text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        let isEqual = old.hasSuffix(StoryLine.cut) ? new.utf8.starts(with: old.withoutCut) : old == new
        guard !isEqual else { return nil }
        let difference = StoryDifference(recorded: String(old), replayed: new)
        let models = difference.models
        added += models.added.filter { !added.contains($0) }
        removed += models.removed.filter { !removed.contains($0) }
        return models.changes.isEmpty && !difference.changesInputs ? nil : (number, difference)
    }
}

extension StoryLine {
    /// The number of the event, and the rest of the text; nil if the text does not begin with a number.
    package var numbered: (number: Int, text: Substring)? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let number = Int(parts[0]) else { return nil }
        return (number, parts[1])
    }
}
