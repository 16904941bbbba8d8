import Glibc

/// The properties of standard output.
package struct Terminal {
    /// The number of characters of a line.
    package let width: Int
    /// The number of lines; nil if standard output is not a terminal.
    package let height: Int?
    /// Whether to use colours: only in a terminal, and unless NO_COLOR disables them (no-color.org).
    package let isColored: Bool

    /// The number of characters of a line that is not to be cut where it is read by a program.
    package var lineWidth: Int { height == nil ? .max : width }

    package init(width: Int, height: Int?, isColored: Bool) {
        (self.width, self.height, self.isColored) = (width, height, isColored)
    }

    /// The present properties of standard output.
    package static var current: Terminal {
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
