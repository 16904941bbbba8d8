import CarillonOutlet
import CarillonScheduling
import CarillonSession

/// The real time of a replay, and of the search for a test after it.
final class ReplayProgress {
    private static let pause = Duration.seconds(1)

    private let console: Console
    private let length: Duration
    private var nextReport = ContinuousClock.now + pause
    private var endOfSearch: ContinuousClock.Instant?

    init(of session: Session, console: Console) {
        self.console = console
        length = (session.entries.last?.time ?? session.header.start) - session.header.start
    }

    /// Reports the progress of the replay once a second.
    ///
    /// - Parameter time: The time since the start of the session.
    func report(_ time: Duration) {
        let now = ContinuousClock.now
        guard now >= nextReport else { return }
        nextReport = now + Self.pause
        console.notice("replayed \(time.components.seconds) of \(length.components.seconds) s", .info)
    }

    /// Returns whether the search for a test may go on. It begins with the first call.
    func hasTime() -> Bool {
        let now = ContinuousClock.now
        let end = endOfSearch ?? now + SessionExport.searchTime
        endOfSearch = end
        return now < end
    }
}
