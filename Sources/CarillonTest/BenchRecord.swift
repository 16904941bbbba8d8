import CarillonDevices
import CarillonFleet
import CarillonScheduling

/// The changes and failures of a bench.
final class BenchRecord: Sendable {
    private struct State {
        var changes: [DeviceChange] = []
        var taken = 0
        var failures: [String] = []
    }

    private let state = Locked(State())

    var changes: [DeviceChange] { state.withLock { $0.changes } }
    var failures: [String] { state.withLock { $0.failures } }

    /// Returns the changes since the last call.
    func takeChanges() -> [DeviceChange] {
        state.withLock { state in
            defer { state.taken = state.changes.count }
            return Array(state.changes[state.taken...])
        }
    }

    /// Returns an observer that keeps the changes, and passes them on to a fleet.
    func observer(_ outlet: FleetOutlet?) -> DeviceObserver {
        DeviceObserver(
            didChange: { [self] change in
                outlet?.follow(change)
                state.withLock { $0.changes.append(change) }
            }, didFail: fail)
    }

    @Sendable func fail(_ error: any Error) { state.withLock { $0.failures.append("\(error)") } }
}
