import CarillonBoard

/// A message of the fleet to the user.
package enum FleetNotice: Equatable, Sendable {
    case connected
    case lost(FleetLoss)
    /// The broker does not take a message of the box. Reported once for each reason.
    case refused(topic: String, reason: String)
    /// The broker does not send commands. Reported once for each topic and reason.
    case unsubscribed(pattern: String, reason: String)
    /// The file of the outbox cannot be used. Events are lost when the program ends.
    case memoryOnly(path: String, reason: String)
    /// The file of the outbox was damaged or has the form of an earlier version, and is kept under another name.
    case damaged(path: String, copy: String, missing: Int)
    /// A command that had no effect.
    case ignored(topic: String, payload: String, CommandFault)
    /// Presses were lost because more arrived than the board's queue handles.
    case pressesLost(topic: String, Int)
    /// The unit that updates the box cannot be asked for it.
    case noUpdate(path: String, reason: String)
    /// The state of the box's updates stays that of the program's start.
    case updatesUnwatched(path: String, reason: String)
    /// More commands had no effect than are reported in a minute.
    case manyIgnored

    /// Whether the user need not do anything.
    package var isGood: Bool { self == .connected }
}

extension FleetNotice: CustomStringConvertible {
    package var description: String {
        switch self {
        case .connected: "fleet: connected to the broker"
        case .lost(.failed(let reason)): "fleet: no broker: \(reason); trying again"
        case .lost(.refused(let reason)): "fleet: the broker refuses this box: \(reason); trying again"
        case .lost(.takenOver):
            "fleet: another box has connected with this box's id; give one of them another machine-id"
        case .refused(let topic, let reason):
            "fleet: the broker does not take messages on \(topic): \(reason); check its access control list and its limits"
        case .unsubscribed(let pattern, let reason):
            "fleet: commands do not arrive: the broker refuses the subscription to \(pattern): \(reason); check its access control list"
        case .memoryOnly(let path, let reason):
            "fleet: events that wait are lost when the program ends: cannot use \(path): \(reason)"
        case .damaged(let path, let copy, let missing):
            "fleet: \(path) was damaged, or is of an earlier version; events that cannot be read: \(missing) or more; the file is kept as \(copy)"
        case .ignored(let topic, let payload, let fault): "fleet: ignored \"\(payload)\" for \(topic): \(fault)"
        case .pressesLost(let topic, let count):
            "fleet: \(count) presses were lost on \(topic): they came faster than the program handles them"
        case .noUpdate(let path, let reason): "fleet: no update was requested: cannot create \(path): \(reason)"
        case .updatesUnwatched(let path, let reason):
            "fleet: the progress of updates is not shown: cannot watch \(path): \(reason)"
        case .manyIgnored: "fleet: more commands are ignored; the next reports are those of the next minute"
        }
    }
}

/// Limits the reports of ignored commands. Any client that may command the box could otherwise fill the journal.
struct IgnoredCommands: Sendable {
    private var limit = ReportLimit()

    /// Returns the notice of an ignored command, or the one that more are ignored; nil for those after that.
    mutating func report(_ notice: FleetNotice, at now: Duration) -> FleetNotice? {
        switch limit.decide(at: now) {
        case .report: notice
        case .reportPause: .manyIgnored
        case .drop: nil
        }
    }
}
