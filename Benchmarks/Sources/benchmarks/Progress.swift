import Foundation

/// The section that is measured and the time that is left, on standard error: in a terminal one line that is redrawn,
/// elsewhere a line a section.
struct Progress {
    private static let isTerminal = isatty(STDERR_FILENO) == 1

    private let clock = ContinuousClock()
    private var title = ""
    private var start = ContinuousClock().now

    mutating func begin(_ title: String) {
        self.title = title
        start = clock.now
    }

    /// - Parameters:
    ///   - share: The share of the section that is done. The rest is estimated from the time that this share took.
    ///   - expected: The section's expected seconds, used while nothing of it is done.
    ///   - later: The expected seconds of all later sections.
    func show(_ share: Double, expected: Double, later: Double) {
        guard Self.isTerminal || share == 0 else { return }
        let elapsed = (clock.now - start) / .seconds(1)
        let rest = share > 0 ? elapsed * (1 - share) / share : expected
        let text = "\(title): \(Self.text(seconds: rest + later)) left"
        Self.write(Self.isTerminal ? "\r\(text)\u{1b}[K" : "\(text)\n")
    }

    func end() {
        if Self.isTerminal { Self.write("\r\u{1b}[K") }
    }

    /// Prints a line about something that is missing.
    static func notice(_ message: String) {
        write((isTerminal ? "\r\u{1b}[K" : "") + "benchmarks: \(message)\n")
    }

    private static func text(seconds: Double) -> String {
        seconds < 90 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
    }

    private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
