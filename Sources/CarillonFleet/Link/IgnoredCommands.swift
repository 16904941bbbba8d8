/// Limits the reports of ignored commands. Any client that may command the box could otherwise fill the journal.
struct IgnoredCommands: Sendable {
    /// The number of commands that are reported in a period.
    private static let most = 20
    private static let period = Duration.seconds(60)

    private var count = 0
    private var end = Duration.zero

    /// Returns the notice of an ignored command, or the one that more are ignored; nil for those after that.
    mutating func report(_ notice: FleetNotice, at now: Duration) -> FleetNotice? {
        if now >= end { (count, end) = (0, now + Self.period) }
        count += 1
        return count <= Self.most ? notice : count == Self.most + 1 ? .manyIgnored : nil
    }
}
