import Glibc

/// What standard output is, for those who draw on it.
struct Terminal {
    /// How many characters a line has.
    let width: Int
    /// How many lines there are; nil if it is no terminal.
    let height: Int?
    /// Whether colours are wanted: only a terminal has them, and a person may not want them (no-color.org).
    let isColored: Bool

    /// Standard output as it is now.
    static var current: Terminal {
        var size = winsize()
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let hasSize = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return Terminal(
            width: hasSize ? Int(size.ws_col) : 80, height: hasSize ? Int(size.ws_row) : nil,
            isColored: isTerminal && (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb")
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
