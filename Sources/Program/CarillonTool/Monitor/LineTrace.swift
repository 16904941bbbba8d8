import CarillonGPIO

/// The history of a line: its present level, the number of its edges, and its last levels as a curve with a character
/// for each step of time.
struct LineTrace {
    /// The maximum number of characters kept, more than a terminal has columns.
    private static let longest = 500

    /// The line's name.
    let name: String
    /// The connected device, or the pin.
    let note: String
    /// The present level; nil while the line cannot be read.
    private(set) var level: Level?
    /// The number of edges so far.
    private(set) var edges = 0

    private var curve: [Character] = []
    private var hasChanged = false

    init(name: String, note: String, level: Level?) {
        self.name = name
        self.note = note
        self.level = level
    }

    /// Records an edge to `level`.
    mutating func follow(_ level: Level) {
        edges += 1
        hasChanged = true
        self.level = level
    }

    /// Records that the line cannot be read any more.
    mutating func lose() { level = nil }

    /// Adds the character of a step of time to the curve.
    mutating func tick() {
        curve.append(hasChanged ? "│" : level.mark)
        hasChanged = false
        if curve.count > Self.longest { curve.removeFirst(curve.count - Self.longest) }
    }

    /// Returns the last `width` steps, the newest on the right.
    func curve(width: Int) -> String {
        String(curve.suffix(max(0, width))).padded(to: width, isOnRight: true)
    }

    /// The level as a voltage, in words.
    var levelName: String {
        switch level {
        case .active: "high"
        case .inactive: "low"
        case nil: "gone"
        }
    }
}

extension Level? {
    fileprivate var mark: Character {
        switch self {
        case .active: "▔"
        case .inactive: "▁"
        case nil: "?"
        }
    }
}
