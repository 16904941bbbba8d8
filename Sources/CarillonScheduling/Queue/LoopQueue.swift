/// A serial queue that a loop lives on: what a controller needs to know of it, and no more.
///
/// Work is run one piece at a time, in the order in which it was enqueued. `RealTimeQueue` and `VirtualTime` conform to it,
/// and `DispatchScheduler` adapts a `DispatchQueue`.
public protocol LoopQueue: AnyObject, Sendable {
    /// Whether the caller is being run by this queue.
    var isCurrent: Bool { get }

    /// Runs `work` on the queue, after all that was enqueued before it. May be called from any thread.
    func async(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` on the queue and returns when it has been run. May be called from any thread but the queue's own.
    func sync(_ work: () -> Void)
}

extension LoopQueue {
    /// Stops a debug build if the caller is not on the queue. A release build checks nothing, and `OnQueue` costs more on the
    /// hottest paths.
    @inlinable
    package func assertCurrent(
        _ function: StaticString = #function, file: StaticString = #fileID, line: UInt = #line
    ) {
        assert(isCurrent, "\(function) is called on another thread than that of its queue", file: file, line: line)
    }
}
