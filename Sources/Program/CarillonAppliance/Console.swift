import CLibrary
import CarillonBoard
import CarillonDevices
import CarillonOutlet
import CarillonScheduling
import Glibc

/// The program's text output. Notices go to standard error, the changes of a simulated board to standard output.
///
/// Each line is written immediately and completely, because another program may be waiting for it. While the board's queue
/// runs, another thread writes: see `ConsoleWriter`.
final class Console: Sendable {
    private struct State {
        var panel: Panel?
        var limits = ErrorLimits()
        /// Whether the exit status must be at least 1.
        var hasFailed = false
    }

    /// The program's name.
    let program: String
    /// Whether the notices go to the journal, which has more readers than the program's user.
    let writesJournal = Journal.hasStandardError
    private let writer: ConsoleWriter
    private let state = Locked(State())

    init(program: String) {
        self.program = program
        writer = ConsoleWriter(program: program)
    }

    /// Never waits for a reader from now on.
    func start() { writer.start() }

    /// Writes a notice in a single line. Queue only while a panel is drawn.
    func notice(_ text: String, _ severity: Severity) {
        let line = text.asOneLine
        state.withLock { state in
            if !writer.canWriteOutput { state.panel = nil }
            write(state.panel?.erased ?? "")
            // The journal knows the program.
            let prefix = writesJournal ? "<\(severity.priority)>" : "\(program): "
            writer.write("\(prefix)\(line)\n", to: STDERR_FILENO)
            write(state.panel?.drawn() ?? "")
        }
    }

    /// Reports an error of a device in a single line, unless many of its kind have been reported within a minute. Queue only
    /// while a panel is drawn.
    func report(_ error: any Error, _ severity: Severity, at now: Duration) {
        switch state.withLock({ $0.limits.decide(error, at: now) }) {
        case .report: notice("\(error)", severity)
        case .reportPause: notice("more errors of this kind came; the next ones are reported in a minute", severity)
        case .drop: break
        }
    }

    /// Reports a failure in a single line. The program continues, but its exit status becomes at least 1. Queue only
    /// while a panel is drawn.
    func failure(_ text: String) {
        state.withLock { $0.hasFailed = true }
        notice(text, .error)
    }

    /// Shows a change in a line of its own, or only in the panel. Queue only.
    func show(_ change: DeviceChange) {
        let isDrawn = state.withLock { $0.panel?.follow(change) ?? false }
        isDrawn ? redraw() : show(change.description.asOneLine)
    }

    /// Shows text and a line end. Queue only while a panel is drawn.
    func show(_ text: String, terminator: String = "\n") {
        state.withLock { state in
            write((state.panel?.erased ?? "") + text + terminator + (state.panel?.drawn() ?? ""))
        }
    }

    /// Draws `panel` below the lines from now on; nil removes it. Queue only.
    func draw(_ panel: Panel?) {
        state.withLock { state in
            let erased = state.panel?.erased ?? ""
            state.panel = panel
            write(erased + (state.panel?.drawn() ?? ""))
        }
    }

    /// Shows the line that the user types below the panel; nil removes it. Queue only.
    func type(_ line: String?) {
        state.withLock { state in
            guard let erased = state.panel?.erased else { return }
            state.panel?.typed = line
            write(erased + (state.panel?.drawn() ?? ""))
        }
    }

    /// Draws the panel again after a button was pressed or released. Queue only.
    func redraw() {
        state.withLock { state in
            guard let erased = state.panel?.erased, let drawn = state.panel?.drawn() else { return }
            write(erased + drawn)
        }
    }

    /// Writes what is left, and returns the exit status: `status`, or at least 1 after a failure or an error on standard
    /// output, or if output has been lost.
    func status(_ status: Int32) -> Int32 {
        let isComplete = writer.finish()
        return isComplete && !state.withLock({ $0.hasFailed }) ? status : max(status, 1)
    }

    private func write(_ text: String) {
        if !text.isEmpty { writer.write(text, to: STDOUT_FILENO) }
    }
}

extension String {
    /// The text without its line ends and control characters. A notice can contain text from the network.
    var asOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ").printable }
}
