/// The execution context of an object that several threads share: a queue or, without one, the callers' threads. It
/// runs one piece of work at a time.
///
/// No thread waits for another, except in ``sync(_:)``.
@frozen @usableFromInline
package struct ExecutionContext: Sendable {
    @usableFromInline let queue: (any LoopQueue)?
    /// Admits one caller at a time if there is no queue.
    @usableFromInline let turn: CallerQueue

    /// - Parameter queue: The queue; `nil` to run work on the threads of the callers.
    @inlinable
    package init(_ queue: (any LoopQueue)?) {
        self.queue = queue
        turn = CallerQueue()
    }

    /// Whether the caller is running work here.
    @inlinable package var isCurrent: Bool { queue?.isCurrent ?? turn.isCurrent }

    /// Runs `work` now, if the caller has the turn or can take it.
    ///
    /// - Returns: Whether the work was run. If not, the caller must pass it to ``async(_:)``.
    @inlinable
    package func tryRun(_ work: () -> Void) -> Bool {
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

    /// Runs `work` in its turn, without waiting for it.
    package func async(_ work: @escaping @Sendable () -> Void) {
        queue?.async(work) ?? turn.async(work)
    }

    /// Runs `work` and returns after it has run: at once, if the caller has the turn or can take it.
    package func sync(_ work: () -> Void) {
        if tryRun(work) { return }
        queue?.sync(work) ?? turn.sync(work)
    }
}
