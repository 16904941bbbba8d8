import CarillonBoard
import CarillonDevices
import CarillonScheduling
import Glibc

/// Where a person reads what the program has to say: notices on standard error or in the journal, what there is to see
/// and hear of a simulated board on standard output.
///
/// Each line is written at once and whole: another program may be waiting for it.
final class Console: Sendable {
    private struct State {
        var panel: Panel?
        /// Why standard output can be written no more.
        var failure: Int32?
        /// Whether the exit status is to be 1 at least.
        var hasFailed = false
    }

    /// What the program is called.
    let program: String
    private let journal: Journal?
    private let state = Locked(State())

    /// - Parameter journal: What takes the notices in place of standard error.
    init(program: String, journal: Journal? = nil) {
        self.program = program
        self.journal = journal
    }

    /// Says something in one line. While a panel is drawn, on the board's queue only.
    func notice(_ text: String, _ severity: Severity) {
        let line = text.asOneLine
        if let journal, journal.write(line, severity) { return }
        state.withLock { state in
            write(state.panel?.erased ?? "", to: &state)
            // Where standard error cannot be written, there is nowhere left to say so.
            _ = Self.write("\(program): \(line)\n", to: STDERR_FILENO)
            write(state.panel?.drawn() ?? "", to: &state)
        }
    }

    /// Reports a failure in one line, after which the program runs on: its exit status is then 1 at least. While a panel is
    /// drawn, on the board's queue only.
    func failure(_ text: String) {
        state.withLock { $0.hasFailed = true }
        notice(text, .error)
    }

    /// Shows that something has changed, in a line of its own. On the board's queue.
    func show(_ change: DeviceChange) {
        state.withLock { $0.panel?.follow(change) }
        show(change.description)
    }

    /// Shows text, with a line's end after it. While a panel is drawn, on the board's queue only.
    func show(_ text: String) {
        state.withLock { state in
            write((state.panel?.erased ?? "") + text + "\n" + (state.panel?.drawn() ?? ""), to: &state)
        }
    }

    /// Draws `panel` below the lines from now on, or nothing. On the board's queue.
    func draw(_ panel: Panel?) {
        state.withLock { state in
            let erased = state.panel?.erased ?? ""
            state.panel = panel
            write(erased + (state.panel?.drawn() ?? ""), to: &state)
        }
    }

    /// Draws the panel once more: a button has been pressed or released. On the board's queue.
    func redraw() {
        state.withLock { state in
            guard let erased = state.panel?.erased, let drawn = state.panel?.drawn() else { return }
            write(erased + drawn, to: &state)
        }
    }

    /// The exit status: `status`, unless something has failed or something that was to be shown was lost.
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

    /// - Returns: The error number, if not all could be written.
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

    /// Another program may have made the stream non-blocking for all that share it. It is waited for as any other stream.
    private static func waitUntilWritable(_ descriptor: Int32) {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, -1)
    }
}

extension String {
    /// Without the ends of its lines.
    var asOneLine: String { split(separator: "\n").joined(separator: " ") }
}
