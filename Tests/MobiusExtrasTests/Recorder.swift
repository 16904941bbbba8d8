import Synchronization

/// Keeps what it is given, from any thread, in order.
final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])

    var values: [Value] { recorded.withLock { $0 } }

    func append(_ value: Value) {
        recorded.withLock { $0.append(value) }
    }
}
