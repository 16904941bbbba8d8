/// A serial queue that a loop runs on, reduced to the operations that a controller needs.
///
/// Work runs one item at a time, in the order in which it was enqueued. `RealTimeQueue` and `VirtualTime` conform to
/// the protocol, and `DispatchScheduler` adapts a `DispatchQueue`.
public protocol LoopQueue: AnyObject, Sendable {
    /// Whether the caller is running on this queue.
    var isCurrent: Bool { get }

    /// Runs `work` on the queue, after all work enqueued before it. May be called from any thread.
    func async(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` on the queue and returns after it has run. May be called from any thread except the queue's own.
    func sync(_ work: () -> Void)

    /// The session that records or replays the inputs of the queue. The default, nil, means no session.
    var queueSession: QueueSession? { get }
}

extension LoopQueue {
    public var queueSession: QueueSession? { nil }
}

extension LoopQueue {
    /// Stops a debug build if the caller is not on the queue. A release build checks nothing, and `OnQueue` costs more on the
    /// hottest paths.
    @inlinable
    package func assertCurrent(
        _ function: StaticString = #function, file: StaticString = #fileID, line: UInt = #line
    ) {
        #if DEBUG
            guard !isCurrent else { return }
            fatalError("\(function) was called on a thread other than its queue's", file: file, line: line)
        #endif
    }
}
