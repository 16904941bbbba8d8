/// The rule by which sound is loud or quiet: it becomes loud when it has been above a level for some time, and quiet when
/// it has been below a lower level for some time.
package struct LoudnessRule: Hashable, Sendable {
    /// The levels, in dBFS.
    package let loud: Double
    package let quiet: Double
    /// The times in milliseconds. The first is that from the first to the last block of 5 ms above the level.
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
    /// The time from the first loud block to the end of the newest window, in milliseconds; 0 if that is not loud.
    private var loudTime = 0
    private var quietWindows = 0

    init(_ rule: LoudnessRule) { self.rule = rule }

    /// Whether only a loud window can change the state.
    var isAtRest: Bool { !isLoud && loudTime == 0 }

    /// Takes the level of the next window.
    ///
    /// - Parameter blocks: The levels of its blocks. A window that is loud may be so only in part, as where a brief noise
    ///   begins or ends, and the rest of it does not count.
    /// - Returns: Whether the sound has become loud (true) or quiet (false); nil without a change.
    mutating func window(_ level: Double, blocks: [Double]) -> Bool? {
        quietWindows = level < rule.quiet ? quietWindows + 1 : 0
        if isLoud {
            guard quietWindows > 0, quietWindows * Hearing.windowTime >= rule.quietTime else { return nil }
            isLoud = false
            return false
        }
        guard level > rule.loud else {
            loudTime = 0
            return nil
        }
        let first = loudTime > 0 ? 0 : blocks.firstIndex { $0 > rule.loud } ?? 0
        let last = blocks.lastIndex { $0 > rule.loud } ?? blocks.count - 1
        let before = loudTime
        loudTime += (blocks.count - first) * Hearing.blockTime
        guard before + (last + 1 - first) * Hearing.blockTime >= rule.loudTime else { return nil }
        loudTime = 0
        isLoud = true
        return true
    }

    /// Skips a window that nobody should hear.
    mutating func skip() { (loudTime, quietWindows) = (0, 0) }
}
