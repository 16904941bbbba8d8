/// A serial queue that a loop runs on. The protocol has only the operations that a controller needs.
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

extension LoopQueue {
    /// Runs `work` at once if the caller is on the queue, and enqueues it otherwise. Does not wait. May be called from any
    /// thread.
    ///
    /// It may allocate `work`, so a method on a hot path begins with
    /// `guard queue.isCurrent else { return queue.async { … } }` instead.
    package func performOrEnqueue(_ work: @escaping @Sendable () -> Void) {
        if isCurrent { work() } else { async(work) }
    }

    /// Runs `body` on the queue and returns its result. If the caller is already on the queue, `body` runs at once.
    ///
    /// May be called from any thread. A caller that is not on the queue waits for all work enqueued before.
    ///
    /// - Throws: The error of `body`.
    public func perform<Success, Failure: Error>(_ body: () throws(Failure) -> Success) throws(Failure) -> Success {
        guard !isCurrent else { return try body() }
        var result: Result<Success, Failure>!
        sync {
            do throws(Failure) {
                result = .success(try body())
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }
}

/// A queue with a limited capacity. It can report that it is full, where `async` would wait.
package protocol BoundedQueue: LoopQueue {
    /// Enqueues `work`, like `async`, but never waits, locks or allocates. May be called from any thread.
    ///
    /// - Returns: Whether the work will run: false if the queue is full or has been stopped.
    func tryAsync(_ work: @escaping @Sendable () -> Void) -> Bool
}
