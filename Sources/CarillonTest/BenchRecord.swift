import CarillonDevices
import CarillonScheduling

/// What a bench has seen and heard.
final class BenchRecord: Sendable {
    private struct State {
        var changes: [DeviceChange] = []
        var taken = 0
        var failures: [String] = []
    }

    private let state = Locked(State())

    var changes: [DeviceChange] { state.withLock { $0.changes } }
    var failures: [String] { state.withLock { $0.failures } }

    /// The changes since the last call.
    func takeChanges() -> [DeviceChange] {
        state.withLock { state in
            defer { state.taken = state.changes.count }
            return Array(state.changes[state.taken...])
        }
    }

    var observer: DeviceObserver {
        DeviceObserver(didChange: { [self] change in state.withLock { $0.changes.append(change) } }, didFail: fail)
    }

    @Sendable func fail(_ error: any Error) { state.withLock { $0.failures.append("\(error)") } }
}
