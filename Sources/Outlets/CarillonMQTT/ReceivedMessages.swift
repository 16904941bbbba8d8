import CarillonFleet

/// The messages that a session has received lately, by which one that the broker sends again is known.
///
/// A broker sends a message again if the connection broke before the acknowledgement arrived. A command would then be
/// carried out twice.
final class ReceivedMessages {
    /// Brokers send at most this number of messages without an acknowledgement, unless they are configured otherwise.
    private static let most = 20

    private var latest: [(number: Int32, message: FleetMessage)] = []

    /// Takes a message that has arrived, and returns false if it is one of the latest again.
    ///
    /// - Parameters:
    ///   - number: The message's number in the session. Brokers use numbers again.
    ///   - isRepeated: Whether the broker has sent the message before.
    func isNew(_ message: FleetMessage, number: Int32, isRepeated: Bool) -> Bool {
        if isRepeated, latest.contains(where: { $0 == (number, message) }) { return false }
        latest.append((number, message))
        if latest.count > Self.most { latest.removeFirst() }
        return true
    }
}
