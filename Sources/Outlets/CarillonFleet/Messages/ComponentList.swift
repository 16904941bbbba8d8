/// The list of a box's components that the broker retains, by which the box finds those that its next program lacks.
///
/// It is text, a component a line: its key, its platform, and the path of its state unless it is gone. Components that
/// are gone stay in the list, so that Home Assistant removes them even if it was not running when they went.
struct ComponentList: Equatable, Sendable {
    struct Line: Hashable, Sendable {
        let key: String
        let platform: String
        /// The topic of the retained state within the box's topics; nil if there is none, or if the component is gone.
        let path: String?
    }

    /// The largest number of components that are gone.
    static let mostGone = 100
    /// The largest length of a list that is read, in bytes; the rest is ignored.
    static let longestText = 65_536
    /// The largest number of lines that are read.
    static let mostLines = 1000

    let lines: [Line]

    init(_ lines: [Line]) {
        self.lines = lines
    }

    /// Reads a list, which anybody may have published. Malformed lines and those beyond the limits are left out.
    init(text: String) {
        let whole = text.utf8.prefix(Self.longestText)
        let end = whole.lastIndex(of: UInt8(ascii: "\n")) ?? whole.startIndex
        lines = whole[..<end].split(separator: UInt8(ascii: "\n"), maxSplits: Self.mostLines)
            .prefix(Self.mostLines).compactMap(Line.init)
    }

    var text: String {
        lines.map { "\($0.key)\t\($0.platform)\t\($0.path ?? "")\n" }.joined()
    }

    /// Returns the components of an older list that this list lacks, the newest ones if there are too many.
    func gone(from older: ComponentList) -> [Line] {
        let present = Set(lines.map(\.key))
        let gone = older.lines.filter { !present.contains($0.key) }
        return gone.suffix(Self.mostGone).map { Line(key: $0.key, platform: $0.platform, path: nil) }
    }

    /// Returns the paths of states in an older list that this list lacks.
    func pathsGone(from older: ComponentList) -> [String] {
        let present = Set(lines.compactMap(\.path))
        return Set(older.lines.compactMap(\.path)).subtracting(present).sorted()
    }
}

extension ComponentList.Line {
    /// Reads a line; nil for one that no box writes.
    fileprivate init?(_ line: Substring.UTF8View) {
        let words = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard words.count == 3, Self.isKey(words[0]), Self.isKey(words[1]) else { return nil }
        guard words[2].isEmpty || Self.isPath(words[2]) else { return nil }
        let texts = words.map { String(Substring($0)) }
        self.init(key: texts[0], platform: texts[1], path: texts[2].isEmpty ? nil : texts[2])
    }

    private static func isKey(_ text: Substring.UTF8View) -> Bool {
        !text.isEmpty
            && text.allSatisfy { byte in
                let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                return isLetter || isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
    }

    /// Returns whether text is `KIND/NAME` or `KIND/NAME/FEATURE`, so that it is none of the box's own topics.
    private static func isPath(_ text: Substring.UTF8View) -> Bool {
        let levels = text.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        let isClean = text.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "#") }
        return isClean && (2...3).contains(levels.count) && levels.allSatisfy { !$0.isEmpty }
    }
}
