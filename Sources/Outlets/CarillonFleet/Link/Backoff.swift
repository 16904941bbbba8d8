/// The pauses between attempts to connect: exponential, with jitter.
///
/// Only a connection that has lasted resets the pauses. A broker that accepts a connection and ends it at once, because
/// another box has the same id, is therefore not hammered.
struct Backoff: Sendable {
    /// The longest pause after a first loss.
    static let first = Duration.seconds(1)
    /// The longest pause.
    static let most = Duration.seconds(60)
    /// The duration of a connection that resets the pauses.
    static let lasting = Duration.seconds(30)

    private var losses = 0
    private var connectedSince: Duration?

    /// Notes that the connection has been made.
    mutating func connected(at now: Duration) { connectedSince = now }

    /// Returns whether the present connection has lasted.
    func hasLasted(at now: Duration) -> Bool { connectedSince.map { now - $0 >= Self.lasting } ?? false }

    /// Returns the pause before the next attempt.
    ///
    /// - Parameter random: From 0 to 1. The pause is at least a tenth of its limit, so that the boxes of a broker that
    ///   restarts do not all connect at the same moment.
    mutating func lost(at now: Duration, random: Double) -> Duration {
        if hasLasted(at: now) { losses = 0 }
        connectedSince = nil
        let limit = min(Self.most, Self.first * (1 << min(losses, 6)))
        losses += 1
        return limit * (0.1 + 0.9 * random)
    }
}
