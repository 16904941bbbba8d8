/// Finds two claps in the levels of successive blocks of 5 ms, of sound without its low frequencies.
///
/// A clap rises by 15 dB above the background within a block, and falls by 20 dB within 75 ms. The two claps of a pair are
/// 0.15 to 0.7 s apart, with nothing loud for 0.3 s before and 0.4 s after them. Speech has no such pauses.
struct Claps {
    /// The level that a clap exceeds, in dBFS.
    private static let least = -30.0
    private static let rise = 15.0
    private static let fall = 20.0
    /// Times in blocks of 5 ms.
    private static let longest = 15
    private static let refractory = 16
    private static let gap = 30...140
    private static let pauseBefore = 60
    private static let pauseAfter = 80

    /// A sound that may become a clap.
    private struct Onset {
        var blocks = 1
        var top: Double
    }

    private var now = 0
    /// The level of the sound between claps.
    private var background = -60.0
    private var onset: Onset?
    private var refractory = 0
    private var first: Int?
    private var pair: Int?
    private var lastNoise = -1000

    /// Whether only a loud block can lead to a pair.
    var isAtRest: Bool { onset == nil && first == nil && pair == nil && now - lastNoise > 200 }

    /// Takes the level of the next block.
    ///
    /// - Returns: Whether a pair of claps is complete, with the pause after it.
    mutating func block(_ level: Double) -> Bool {
        now += 1
        defer { background += (level - background) * (level > background ? 0.02 : 0.05) }
        var isComplete = false
        if let pair, now - pair > Self.pauseAfter {
            self.pair = nil
            isComplete = true
        }
        if let first, now - first > Self.gap.upperBound { self.first = nil }
        refractory = max(refractory - 1, 0)
        if onset != nil { follow(level) } else if refractory == 0, level > Self.least { begin(level) }
        return isComplete
    }

    /// Forgets what was heard, because the next blocks are not to be heard.
    mutating func skip() {
        now += 1
        noise()
    }

    private mutating func begin(_ level: Double) {
        if level > background + Self.rise { onset = Onset(top: level) } else { noise() }
    }

    private mutating func follow(_ level: Double) {
        guard var sound = onset else { return }
        sound.blocks += 1
        sound.top = max(sound.top, level)
        onset = sound
        if sound.blocks > Self.longest {
            noise()
        } else if sound.blocks > 2, level < sound.top - Self.fall {
            onset = nil
            refractory = Self.refractory
            clapped()
        }
    }

    private mutating func clapped() {
        if pair != nil {
            // A third one.
            noise()
        } else if let first, Self.gap.contains(now - first) {
            self.first = nil
            pair = now
        } else if now - lastNoise > Self.pauseBefore + Self.longest {
            first = now
        }
    }

    private mutating func noise() {
        (onset, first, pair, lastNoise) = (nil, nil, nil, now)
    }
}
