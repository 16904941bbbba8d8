import CarillonBoard
import CarillonDevices
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

    /// Keeps the changes of a board.
    func follow(_ board: Board) {
        _ = board.features.observeVisible { [state] change in state.withLock { $0.changes.append(change) } }
    }

    @Sendable func fail(_ error: any Error) { state.withLock { $0.failures.append("\(error)") } }
}
