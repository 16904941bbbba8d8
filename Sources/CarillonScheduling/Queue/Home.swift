/// Where something that several threads share does its work, one piece at a time: on a queue of its own, or, without one,
/// on the thread of whoever comes.
///
/// Nobody ever waits for another, except in ``wait(for:)``.
@frozen @usableFromInline
package struct Home: Sendable {
    @usableFromInline let queue: (any LoopQueue)?
    /// Whose turn it is, without a queue.
    @usableFromInline let turn: CallerQueue

    /// - Parameter queue: The queue, or `nil` for the threads of the callers.
    @inlinable
    package init(_ queue: (any LoopQueue)?) {
        self.queue = queue
        turn = CallerQueue()
    }

    /// Whether the caller is at work here.
    @inlinable package var isCurrent: Bool { queue?.isCurrent ?? turn.isCurrent }

    /// Does `work` now, if it is the caller's turn or nobody's.
    ///
    /// - Returns: Whether it was done. If not, it is to be given to ``later(_:)``.
    @inlinable
    package func now(_ work: () -> Void) -> Bool {
        if let queue {
            guard queue.isCurrent else { return false }
            work()
            return true
        }
        switch turn.enter() {
        case .entered:
            work()
            turn.leave()
            return true
        case .inside:
            work()
            return true
        case .busy:
            return false
        }
    }

    /// Has `work` done in its turn, without waiting for that.
    package func later(_ work: @escaping @Sendable () -> Void) {
        queue?.async(work) ?? turn.async(work)
    }

    /// Does `work` and returns when it has been done: at once, if it is the caller's turn.
    package func wait(for work: () -> Void) {
        if now(work) { return }
        queue?.sync(work) ?? turn.sync(work)
    }
}
