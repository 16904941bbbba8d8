/// The list of a box's components that the broker retains, by which the box finds those that its next program lacks.
///
/// It is text, a component a line: its key, its platform, and the path of its state unless it is gone. Components that
/// are gone stay in the list, so that Home Assistant removes them even if it was not running when they went.
struct Roster: Equatable, Sendable {
    struct Line: Hashable, Sendable {
        let key: String
        let platform: String
        /// The topic of the retained state within the box's topics; nil if there is none, or if the component is gone.
        let path: String?
    }

    /// The largest number of components that are gone.
    static let mostGone = 100

    let lines: [Line]

    init(_ lines: [Line]) {
        self.lines = lines
    }

    /// Reads a list. Malformed lines are left out.
    init(text: String) {
        lines = text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 3, !words[0].isEmpty, !words[1].isEmpty else { return nil }
            return Line(key: words[0], platform: words[1], path: words[2].isEmpty ? nil : words[2])
        }
    }

    var text: String {
        lines.map { "\($0.key)\t\($0.platform)\t\($0.path ?? "")\n" }.joined()
    }

    /// Returns the components of an older list that this list lacks, the newest ones if there are too many.
    func gone(from older: Roster) -> [Line] {
        let present = Set(lines.map(\.key))
        let gone = older.lines.filter { !present.contains($0.key) }
        return gone.suffix(Self.mostGone).map { Line(key: $0.key, platform: $0.platform, path: nil) }
    }

    /// Returns the paths of states in an older list that this list lacks.
    func pathsGone(from older: Roster) -> [String] {
        let present = Set(lines.compactMap(\.path))
        return Set(older.lines.compactMap(\.path)).subtracting(present).sorted()
    }
}
