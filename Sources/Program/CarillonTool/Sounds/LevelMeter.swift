import CarillonAppliance
import Glibc

/// The meter of a sound that is playing: its position, and the level of each channel.
struct LevelMeter {
    /// The lowest level that is shown, in decibels.
    private static let floor: Float = -60
    /// The decibels that a bar falls at each step, slowly enough to be visible.
    private static let fall: Float = 3

    private let name: String
    private let duration: Duration
    /// The level of each channel, in decibels.
    private var levels: [Float] = []

    /// - Parameters:
    ///   - name: The name of the sound.
    ///   - duration: The duration of the sound; zero if unknown.
    init(name: String, duration: Duration) {
        self.name = name
        self.duration = duration
    }

    /// Updates the levels after a step of time. `peaks` are the channels' peaks in it; 1 is full scale.
    mutating func follow(_ peaks: [Float]) {
        let now = peaks.map { max(Self.decibels($0), Self.floor) }
        let fallen = levels.map { max($0 - Self.fall, Self.floor) }
        levels = fallen.count == now.count ? zip(now, fallen).map { max($0, $1) } : now
    }

    /// Returns the line to draw: `doorbell 0:01 / 0:02 ████▌   ████▌`.
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

    /// Returns a bar: green up to 9 dB below full scale, yellow up to 3 dB below, red above.
    private func bar(_ level: Float, width: Int) -> StyledText {
        let filled = Int((level / Self.floor - 1) * -Float(width) + 0.5)
        var bar = StyledText()
        for column in 0..<width {
            let decibels = Self.floor * (1 - Float(column + 1) / Float(width))
            let style: Style = decibels > -3 ? .red : decibels > -9 ? .yellow : .green
            bar.append(column < filled ? "█" : "·", column < filled ? style : .dim)
        }
        bar.append(" ")
        return bar
    }

    private static func clock(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        return hours > 0 ? "\(hours):\(minutes, digits: 2):\(rest, digits: 2)" : "\(minutes):\(rest, digits: 2)"
    }

    private static func decibels(_ amplitude: Float) -> Float { amplitude > 0 ? 20 * log10(amplitude) : floor }
}
