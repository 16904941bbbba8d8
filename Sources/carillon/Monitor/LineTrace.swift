import CarillonGPIO

/// What a line has done: its level now, how often it changed, and its last levels as a curve, a character for each step
/// of time.
struct LineTrace {
    /// More characters than a terminal has columns are not kept.
    private static let longest = 500

    /// The line's name.
    let name: String
    /// What is connected to it, or on which pin it is.
    let note: String
    /// The level now; nil while the line cannot be read.
    private(set) var level: Level?
    /// How many edges there were.
    private(set) var edges = 0

    private var curve: [Character] = []
    private var hasChanged = false

    init(name: String, note: String, level: Level?) {
        self.name = name
        self.note = note
        self.level = level
    }

    /// The line has another level.
    mutating func follow(_ level: Level) {
        edges += 1
        hasChanged = true
        self.level = level
    }

    /// The line cannot be read any more.
    mutating func lose() { level = nil }

    /// A step of time is over.
    mutating func tick() {
        curve.append(hasChanged ? "│" : level.mark)
        hasChanged = false
        if curve.count > Self.longest { curve.removeFirst(curve.count - Self.longest) }
    }

    /// The last `width` steps, the newest on the right.
    func curve(width: Int) -> String {
        let shown = curve.suffix(max(0, width))
        return String(repeating: " ", count: max(0, width - shown.count)) + String(shown)
    }

    /// The level in words: what a voltmeter would say.
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
