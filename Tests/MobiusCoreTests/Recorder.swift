import Synchronization

/// Keeps what it is given, from any thread, in order.
final class Recorder<Value>: @unchecked Sendable {
    // Unchecked Sendable: the values are touched under the mutex, and handed over by who recorded them.
    private let mutex = Mutex(())
    private var recorded: [Value] = []

    func append(_ value: Value) {
        mutex.withLock { _ in recorded.append(value) }
    }

    var values: [Value] {
        mutex.withLock { _ in recorded }
    }
}
