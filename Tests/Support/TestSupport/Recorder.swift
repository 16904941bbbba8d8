import Dispatch

/// Keeps what it is given, from any thread, in order.
public final class Recorder<Value>: @unchecked Sendable {
    // Unchecked Sendable: the values are touched on the queue, and handed over by who recorded them.
    private let queue = DispatchQueue(label: "recorder")
    private var recorded: [Value] = []

    public init() {}

    public func append(_ value: Value) {
        queue.sync { recorded.append(value) }
    }

    public var values: [Value] {
        queue.sync { recorded }
    }
}
