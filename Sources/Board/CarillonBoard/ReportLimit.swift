/// Limits reports of one kind to 20 a minute. A client that may command the box could otherwise fill the journal.
package struct ReportLimit: Sendable {
    /// The decision about a report.
    package enum Decision: Sendable {
        case report
        /// The first report beyond the limit: a notice that there are more.
        case reportPause
        case drop
    }

    private static let most = 20
    private static let period = Duration.seconds(60)

    private var count = 0
    private var end = Duration.zero

    package init() {}

    /// Whether the minute is over.
    package func isOver(at now: Duration) -> Bool { now >= end }

    /// Decides about a report, and counts it.
    package mutating func decide(at now: Duration) -> Decision {
        if now >= end { (count, end) = (0, now + Self.period) }
        count += 1
        return count <= Self.most ? .report : count == Self.most + 1 ? .reportPause : .drop
    }
}
