/// An action that a box in a fleet has to perform.
enum FleetAction: Equatable, Sendable {
    case open
    case publish(FleetMessage, number: Int)
    case close
    case report(FleetNotice)
    /// A command for an entry.
    case command(entry: Int, payload: String)
    /// A request to answer with the number `FleetCore.answer`.
    case answer(SessionRequest)
    /// Asks the unit that updates the box to look now.
    case requestUpdate
}

/// The decisions about the connection to a broker: when to open it, what to send, and what to report to the user.
///
/// This type only decides; its owner performs the actions, and keeps the timer.
struct FleetLink: Sendable {
    private enum State: Equatable {
        case idle
        case connecting
        case connected
        /// Waits for the next attempt.
        case pausing(until: Duration)
        /// Sends what is left, until this time at most.
        case closing(until: Duration)
    }

    /// The number of messages that may be without an acknowledgement at the same time.
    static let window = 20
    /// The longest time for the last messages.
    static let farewell = Duration.seconds(1)

    var outbox = Outbox()
    /// The number of connections so far.
    private(set) var connections = 0
    private var state = State.idle
    private var backoff = Backoff()
    /// The last loss that was reported; nil after a connection.
    private var reported: FleetLoss?
    /// The reasons of refused messages that were reported.
    private var refusals: Set<String> = []
    /// Whether another box with the same id keeps ending the connections, which is reported only once.
    private var hasDuplicate = false

    var isConnected: Bool { state == .connected }

    /// The time of the next call of `timeCame(at:)`; nil for no call.
    var wakeUp: Duration? {
        switch state {
        case .pausing(let time), .closing(let time): time
        case .idle, .connecting, .connected: nil
        }
    }

    /// Starts the first attempt to connect.
    mutating func start() -> [FleetAction] {
        state = .connecting
        return [.open]
    }

    mutating func connected(at now: Duration) -> [FleetAction] {
        guard state == .connecting else { return [] }
        state = .connected
        connections += 1
        backoff.connected(at: now)
        outbox.reconnected()
        reported = nil
        return (hasDuplicate ? [] : [.report(.connected)]) + flush(at: now)
    }

    /// - Parameter random: From 0 to 1.
    mutating func lost(_ loss: FleetLoss, at now: Duration, random: Double) -> [FleetAction] {
        switch state {
        case .idle, .pausing: return []
        case .closing:
            state = .idle
            return []
        case .connecting, .connected: break
        }
        if backoff.hasLasted(at: now) { hasDuplicate = false }
        state = .pausing(until: now + backoff.lost(at: now, random: random))
        if loss == .takenOver { return foundDuplicate() }
        guard loss != reported, !hasDuplicate else { return [] }
        reported = loss
        return [.report(.lost(loss))]
    }

    /// Notes that another box with the same id has connected.
    mutating func foundDuplicate() -> [FleetAction] {
        guard !hasDuplicate else { return [] }
        hasDuplicate = true
        return [.report(.lost(.takenOver))]
    }

    /// Gives up a message that the broker does not take.
    mutating func refused(_ number: Int, reason: String) -> [FleetAction] {
        guard let topic = outbox.refused(number), refusals.insert(reason).inserted else { return [] }
        return [.report(.refused(topic: topic, reason: reason))]
    }

    /// Reports a subscription that the broker does not take.
    mutating func unsubscribed(_ pattern: String, reason: String) -> [FleetAction] {
        guard refusals.insert("\(pattern): \(reason)").inserted else { return [] }
        return [.report(.unsubscribed(pattern: pattern, reason: reason))]
    }

    /// Sends what the window has room for. Call after each change of the outbox.
    mutating func flush(at now: Duration) -> [FleetAction] {
        var isClosing = false
        if case .closing = state { isClosing = true }
        guard isConnected || isClosing else { return [] }
        var actions: [FleetAction] = []
        while outbox.inFlightCount < Self.window, let (message, number) = outbox.next(at: now) {
            actions.append(.publish(message, number: number))
        }
        return isClosing && outbox.isEmpty ? actions + end() : actions
    }

    mutating func timeCame(at now: Duration) -> [FleetAction] {
        guard let wakeUp, now >= wakeUp else { return [] }
        if case .closing = state { return end() }
        return start()
    }

    /// Ends the connection after the last messages.
    mutating func close(at now: Duration) -> [FleetAction] {
        switch state {
        case .connected:
            state = .closing(until: now + Self.farewell)
            return flush(at: now)
        case .connecting: return end()
        case .idle, .pausing, .closing:
            state = .idle
            return []
        }
    }

    /// Whether the connection has ended for good.
    var isClosed: Bool { state == .idle }

    private mutating func end() -> [FleetAction] {
        state = .idle
        return [.close]
    }
}
