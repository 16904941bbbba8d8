import Dispatch

/// A recorder of values from any thread, in order.
public final class Recorder<Value>: @unchecked Sendable {
    // Unchecked Sendable: the values are used on the queue only, and the recording thread passes them on.
    private let queue = DispatchQueue(label: "recorder")
    private var recorded: [Value] = []

    /// Creates a recorder without values.
    public init() {}

    /// Adds a value. May be called from any thread.
    public func append(_ value: Value) {
        queue.sync { recorded.append(value) }
    }

    /// The values so far.
    public var values: [Value] {
        queue.sync { recorded }
    }
}
