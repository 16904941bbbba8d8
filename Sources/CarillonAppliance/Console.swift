import CLibrary
import CarillonBoard
import CarillonDevices
import CarillonScheduling
import Glibc

/// The program's text output. Notices go to standard error or the journal, the changes of a simulated board to standard
/// output.
///
/// Each line is written immediately and completely, because another program may be waiting for it.
final class Console: Sendable {
    private struct State {
        var panel: Panel?
        /// The error number after which standard output is no longer written; nil if there was none.
        var failure: Int32?
        /// Whether the exit status must be at least 1.
        var hasFailed = false
    }

    /// The program's name.
    let program: String
    private let journal: Journal?
    /// Whether the notices go to the journal, which has more readers than the program's user.
    var writesJournal: Bool { journal != nil }
    private let state = Locked(State())

    /// - Parameter journal: The journal that receives the notices instead of standard error; nil for standard error.
    init(program: String, journal: Journal? = nil) {
        self.program = program
        self.journal = journal
    }

    /// Writes a notice in a single line. Queue only while a panel is drawn.
    func notice(_ text: String, _ severity: Severity) {
        let line = text.asOneLine
        if let journal, journal.write(line, severity) { return }
        state.withLock { state in
            write(state.panel?.erased ?? "", to: &state)
            // If standard error cannot be written, the error cannot be reported anywhere else.
            _ = Self.write("\(program): \(line)\n", to: STDERR_FILENO)
            write(state.panel?.drawn() ?? "", to: &state)
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
    func show(_ text: String) {
        state.withLock { state in
            write((state.panel?.erased ?? "") + text + "\n" + (state.panel?.drawn() ?? ""), to: &state)
        }
    }

    /// Draws `panel` below the lines from now on; nil removes it. Queue only.
    func draw(_ panel: Panel?) {
        state.withLock { state in
            let erased = state.panel?.erased ?? ""
            state.panel = panel
            write(erased + (state.panel?.drawn() ?? ""), to: &state)
        }
    }

    /// Draws the panel again after a button was pressed or released. Queue only.
    func redraw() {
        state.withLock { state in
            guard let erased = state.panel?.erased, let drawn = state.panel?.drawn() else { return }
            write(erased + drawn, to: &state)
        }
    }

    /// Returns the exit status: `status`, or at least 1 after a failure or an error on standard output.
    func status(_ status: Int32) -> Int32 {
        state.withLock { $0.failure == nil && !$0.hasFailed ? status : max(status, 1) }
    }

    private func write(_ text: String, to state: inout State) {
        guard state.failure == nil, let failure = Self.write(text, to: STDOUT_FILENO) else { return }
        state.failure = failure
        state.panel = nil
        let reason = String(cString: strerror(failure))
        _ = Self.write("\(program): cannot write standard output: \(reason)\n", to: STDERR_FILENO)
    }

    /// - Returns: The error number; nil if all text was written.
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                let error = errno
                guard count >= 0 || [EINTR, EAGAIN].contains(error) else { return error }
                if count < 0, error == EAGAIN { waitUntilWritable(descriptor) }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
            }
            return nil
        }
    }

    /// Waits until a descriptor is writable. Another program may have made the stream non-blocking for all that share
    /// it.
    private static func waitUntilWritable(_ descriptor: Int32) {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, -1)
    }
}

extension String {
    /// The text without its line ends and control characters. A notice can contain text from the network.
    var asOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ").printable }
}
