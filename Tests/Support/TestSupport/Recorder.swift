import Dispatch

/// A recorder of values from any thread, in order.
public final class Recorder<Value>: @unchecked Sendable {
    // Unchecked Sendable: the values are used on the queue only, and the recording thread passes them on.
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
