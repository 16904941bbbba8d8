import CarillonSession

/// An event of a story whose line differs from the recorded one.
struct StoryDifference: Equatable {
    /// The most changes in words, and the most characters of a value.
    private static let (mostChanges, mostCharacters) = (6, 60)

    let recorded: String
    let replayed: String

    /// Whether the event or its effects differ, so that the rest of the recorded inputs need not fit any more.
    var changesInputs: Bool {
        let (before, after) = (StoryLine.parts(of: recorded), StoryLine.parts(of: replayed))
        return before.event != after.event || !Self.areSame(before.effects, after.effects, in: before)
    }

    /// The fields of the models.
    var models: StoryValue.Comparison {
        var result = StoryValue.Comparison()
        StoryValue(StoryLine.parts(of: recorded).model)
            .compare(to: StoryValue(StoryLine.parts(of: replayed).model), into: &result)
        return result
    }

    /// The event, and what differs: `increment: lamp.level: 3 -> 4; effects: none -> save`.
    var text: String {
        let (before, after) = (StoryLine.parts(of: recorded), StoryLine.parts(of: replayed))
        guard before.event == after.event else {
            return "event: \(Self.short(before.event)) -> \(Self.short(after.event))"
        }
        var changes = models.changes.map { change in
            (change.path.isEmpty ? "" : "\(change.path): ")
                + "\(Self.short(change.before)) -> \(Self.short(change.after))"
        }
        if changes.count > Self.mostChanges {
            changes[Self.mostChanges...] = ["\(changes.count - Self.mostChanges) more"]
        }
        if !Self.areSame(before.effects, after.effects, in: before) {
            let effects = [before.effects, after.effects].map { $0.isEmpty ? "none" : Self.short($0) }
            changes.append("effects: \(effects[0]) -> \(effects[1])")
        }
        return "\(Self.short(before.event)): \(changes.joined(separator: "; "))"
    }

    /// - Parameter line: The recorded line. If it has been cut off, it need not have all effects.
    private static func areSame(_ before: Substring, _ after: Substring, in line: StoryLine.Parts) -> Bool {
        let isCut = before.isEmpty ? line.model.hasSuffix(StoryLine.cut) : before.hasSuffix(StoryLine.cut)
        return isCut ? after.utf8.starts(with: before.withoutCut) : before == after
    }

    private static func short(_ text: Substring) -> String {
        text.count > mostCharacters ? "\(text.prefix(mostCharacters - 1))…" : String(text)
    }
}

extension StoryLine {
    /// The mark at the end of a line that was too long for a session.
    static let cut = "…"

    /// The parts of a line without a number.
    typealias Parts = (event: Substring, model: Substring, effects: Substring)

    /// Returns the parts of a line without a number.
    static func parts(of text: String) -> Parts {
        let arrow = text.firstRange(of: arrow, from: text.startIndex)
        let rest = arrow?.upperBound ?? text.startIndex
        let then = text.firstRange(of: then, from: rest)
        return (
            arrow.map { text[..<$0.lowerBound] } ?? "", text[rest..<(then?.lowerBound ?? text.endIndex)],
            then.map { text[$0.upperBound...] } ?? ""
        )
    }
}

extension String {
    /// Returns the first range of a part. Foundation's function would need a larger library.
    fileprivate func firstRange(of part: String, from start: Index) -> Range<Index>? {
        var rest = utf8[start...]
        while let index = rest.firstIndex(of: part.utf8.first!) {
            if utf8[index...].starts(with: part.utf8) { return index..<utf8.index(index, offsetBy: part.utf8.count) }
            rest = utf8[utf8.index(after: index)...]
        }
        return nil
    }
}
