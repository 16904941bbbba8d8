import CarillonBoard
import CarillonDevices
import CarillonScheduling

/// The outputs that become safe without a broker, to which the state of the connection is passed.
///
/// The outputs run on the queue under a session, so that the state of the connection is no input of a session.
struct LimitedOutputs: Sendable {
    private let outputs: [any FleetLimited]
    private let queue: any Scheduler
    private var isConnected = false

    /// Starts with a lost connection; nil for a board whose outputs have no limits. Call on the queue under a session.
    init?(_ board: Board) {
        outputs = board.allFeatureProviders
            .compactMap { $0 as? any FleetLimited ?? ($0 as? PatternDevice)?.output }.filter(\.hasLimits)
        guard !outputs.isEmpty else { return nil }
        queue = board.queue.unrecorded
        for output in outputs { output.fleetChanged(isConnected: false) }
    }

    /// Notes whether there is a connection.
    mutating func note(isConnected new: Bool) {
        guard new != isConnected else { return }
        isConnected = new
        queue.async { [outputs] in
            for output in outputs { output.fleetChanged(isConnected: new) }
        }
    }
}
