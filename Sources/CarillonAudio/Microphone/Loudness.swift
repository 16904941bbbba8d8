/// The rule by which sound is loud or quiet: it becomes loud when it has been above a level for some time, and quiet when
/// it has been below a lower level for some time.
package struct LoudnessRule: Hashable, Sendable {
    /// The levels, in dBFS.
    package let loud: Double
    package let quiet: Double
    /// The times in milliseconds.
    package let loudTime: Int
    package let quietTime: Int

    package init(loud: Double, for loudTime: Int, quiet: Double, for quietTime: Int) {
        (self.loud, self.loudTime, self.quiet, self.quietTime) = (loud, loudTime, quiet, quietTime)
    }
}

extension LoudnessRule: LosslessStringConvertible {
    /// The rule in a session: `-30.0 100 -40.0 1000`.
    package var description: String { "\(loud) \(loudTime) \(quiet) \(quietTime)" }

    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 4, let loud = Double(words[0]), let loudTime = Int(words[1]),
            let quiet = Double(words[2]), let quietTime = Int(words[3])
        else { return nil }
        self.init(loud: loud, for: loudTime, quiet: quiet, for: quietTime)
    }
}

/// Decides by a rule whether sound is loud, from the levels of successive windows.
struct Loudness {
    let rule: LoudnessRule
    private(set) var isLoud = false
    private var loudWindows = 0
    private var quietWindows = 0

    init(_ rule: LoudnessRule) { self.rule = rule }

    /// Whether only a loud window can change the state.
    var isAtRest: Bool { !isLoud && loudWindows == 0 }

    /// Takes the level of the next window.
    ///
    /// - Returns: Whether the sound has become loud (true) or quiet (false); nil without a change.
    mutating func window(_ level: Double) -> Bool? {
        loudWindows = level > rule.loud ? loudWindows + 1 : 0
        quietWindows = level < rule.quiet ? quietWindows + 1 : 0
        let time = Hearing.windowTime
        if !isLoud, loudWindows > 0, loudWindows * time >= rule.loudTime {
            isLoud = true
            return true
        }
        if isLoud, quietWindows > 0, quietWindows * time >= rule.quietTime {
            isLoud = false
            return false
        }
        return nil
    }

    /// Skips a window that nobody should hear.
    mutating func skip() { (loudWindows, quietWindows) = (0, 0) }
}
