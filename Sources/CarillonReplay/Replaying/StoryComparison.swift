import CarillonSession

/// Compares the story of a replay with the recorded one, event for event.
struct StoryComparison {
    /// An event whose line differs.
    struct Difference {
        let event: Int
        let recorded: String
        let replayed: String
        /// Whether the event or its effects differ, so that the rest of the recorded inputs need not fit any more.
        let changesInputs: Bool
    }

    /// The recorded lines without their numbers, by number.
    private let recorded: [Int: Substring]

    init(_ story: [StoryLine]) {
        recorded = Dictionary(story.compactMap(\.numbered)) { first, _ in first }
    }

    /// Returns the difference of a line from the recorded one; nil if they are equal, or if the line was not recorded.
    func difference(of line: StoryLine) -> Difference? {
        guard let (number, text) = line.numbered, let old = recorded[number] else { return nil }
        let new = text.map { $0.isNewline ? " " : $0 }
        let isEqual = old.last == "…" ? new.starts(with: old.dropLast()) : new.elementsEqual(old)
        guard !isEqual else { return nil }
        let (before, after) = (StoryLine.parts(of: String(old)), StoryLine.parts(of: String(new)))
        return Difference(
            event: number, recorded: String(old), replayed: String(new),
            changesInputs: before.event != after.event || before.effects != after.effects)
    }
}

extension StoryLine {
    /// The number of the event, and the rest of the text; nil if the text does not begin with a number.
    package var numbered: (number: Int, text: Substring)? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let number = Int(parts[0]) else { return nil }
        return (number, parts[1])
    }

    /// Returns the event and the effects of a line without a number.
    static func parts(of text: String) -> (event: Substring, effects: Substring) {
        let event = text.range(of: arrow).map { text[..<$0.lowerBound] } ?? ""
        let effects = text.range(of: then).map { text[$0.upperBound...] } ?? ""
        return (event, effects)
    }
}

extension StringProtocol {
    /// Returns the first range of `part`. Foundation's function would need a larger library.
    fileprivate func range(of part: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
