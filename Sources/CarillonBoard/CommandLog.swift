import CarillonScheduling

/// The newest commands that came to a board from outside its program, with their sources, and those that were refused.
///
/// May be used from any thread. It takes part in no session.
package final class CommandLog: Attachment {
    /// The sender of a command.
    package enum Source: String, Sendable {
        case page, fleet, panel, script
    }

    /// A command, or the same one several times in succession.
    package struct Entry: Equatable, Sendable {
        /// The time of the newest one, on the clock of the board's queue.
        package fileprivate(set) var time: Duration
        package let source: Source
        /// The command: `led lamp: 50`.
        package let text: String
        /// The reason why it had no effect; nil if it had one.
        package let refusal: String?
        package fileprivate(set) var count = 1
    }

    private struct State {
        var entries: [Entry] = []
        var total = 0
        var reports = 0
        var end = Duration.zero
    }

    private static let mostEntries = 50
    private static let mostReports = 20
    private static let period = Duration.seconds(60)

    private let clock: any Scheduler
    private let report: @Sendable (_ text: String, _ isRefused: Bool) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - clock: The board's queue.
    ///   - report: Called with a line for the journal, at most 20 times a minute. Called on any thread.
    package init(clock: any Scheduler, report: @escaping @Sendable (_ text: String, _ isRefused: Bool) -> Void) {
        self.clock = clock
        self.report = report
    }

    /// The newest commands, oldest first.
    package var entries: [Entry] { state.withLock { $0.entries } }

    /// The number of commands so far.
    package var total: Int { state.withLock { $0.total } }

    /// Adds a command.
    ///
    /// - Parameters:
    ///   - refusal: The reason why it had no effect.
    ///   - isReported: Whether the journal has a line about it.
    package func add(_ source: Source, _ text: String, refusal: String? = nil, isReported: Bool) {
        let now = clock.now
        let text = text.count > 80 ? "\(text.prefix(80))..." : text
        let line: String? = state.withLock { state in
            state.total += 1
            if let last = state.entries.last, (last.source, last.text, last.refusal) == (source, text, refusal) {
                state.entries[state.entries.count - 1].time = now
                state.entries[state.entries.count - 1].count += 1
                // Only the first one is reported.
                return nil
            } else {
                if state.entries.count == Self.mostEntries { state.entries.removeFirst() }
                state.entries.append(Entry(time: now, source: source, text: text, refusal: refusal))
            }
            guard isReported else { return nil }
            if now >= state.end { (state.reports, state.end) = (0, now + Self.period) }
            state.reports += 1
            switch state.reports {
            case ...Self.mostReports: return "\(source.rawValue): " + (refusal.map { "refused \(text): \($0)" } ?? text)
            case Self.mostReports + 1: return "more commands came; the next reports are those of the next minute"
            default: return nil
            }
        }
        if let line { report(line, refusal != nil) }
    }
}
