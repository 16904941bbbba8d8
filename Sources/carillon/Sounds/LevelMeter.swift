import Glibc

/// What is drawn while a sound plays: how far it is, and how loud each channel is.
struct LevelMeter {
    /// The quietest that is shown, in decibels.
    private static let floor: Float = -60
    /// How far a bar falls back at each step, in decibels: slowly enough to be seen.
    private static let fall: Float = 3

    private let name: String
    private let duration: Duration
    /// In decibels, for each channel.
    private var levels: [Float] = []

    /// - Parameters:
    ///   - name: What is played.
    ///   - duration: How long it lasts; zero if that is not known.
    init(name: String, duration: Duration) {
        self.name = name
        self.duration = duration
    }

    /// A step in time has passed; `peaks` is how loud it was in it, 1 is full scale.
    mutating func follow(_ peaks: [Float]) {
        let now = peaks.map { max(Self.decibels($0), Self.floor) }
        let fallen = levels.map { max($0 - Self.fall, Self.floor) }
        levels = fallen.count == now.count ? zip(now, fallen).map { max($0, $1) } : now
    }

    /// The line to be drawn: `doorbell 0:01 / 0:02 ████▌   ████▌`.
    func line(at position: Duration, on terminal: Terminal) -> String {
        var line = StyledText(name)
        let total = duration > .zero ? " / \(Self.clock(duration))" : ""
        line.append("  \(Self.clock(position))\(total)  ", .dim)
        let room = min(terminal.width - line.width - 1, 80) / max(levels.count, 1) - 1
        if room >= 8 {
            for level in levels { line.append(bar(level, width: room)) }
        }
        return line.text(width: terminal.width - 1, isColored: terminal.isColored)
    }

    /// Green up to 9 dB below full scale, yellow up to 3, and red.
    private func bar(_ level: Float, width: Int) -> StyledText {
        let filled = Int((level / Self.floor - 1) * -Float(width) + 0.5)
        var bar = StyledText()
        for place in 0..<width {
            let decibels = Self.floor * (1 - Float(place + 1) / Float(width))
            let style: Style = decibels > -3 ? .red : decibels > -9 ? .yellow : .green
            bar.append(place < filled ? "█" : "·", place < filled ? style : .dim)
        }
        bar.append(" ")
        return bar
    }

    private static func clock(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    private static func decibels(_ amplitude: Float) -> Float { amplitude > 0 ? 20 * log10(amplitude) : floor }
}
