/// The pauses between attempts to connect to a server.
package struct Reconnection {
    package static let pauses: [Duration] = [0, 1, 2, 4, 8, 16, 30].map { .seconds($0) }
    /// The sound after which an attempt has been a success.
    private static let success = Duration.seconds(2)

    private let pauses: [Duration]
    private var failures = 0

    package init(pauses: [Duration] = Self.pauses) { self.pauses = pauses }

    /// Returns the pause before the next attempt.
    ///
    /// - Parameter sound: The sound that the last attempt has brought. After at least 2 s, the pauses begin anew.
    package mutating func pause(afterSoundOf sound: Duration) -> Duration {
        if sound >= Self.success { failures = 0 }
        failures += 1
        return pauses[min(failures, pauses.count) - 1]
    }
}
