import Synchronization

/// A serial queue without a thread. If the queue is free, the work runs on the calling thread, at once. If another
/// thread is in the queue, the caller leaves the work to that thread.
///
/// In `async` no thread waits for another. In `sync` threads that would wait for each other do not deadlock. An
/// uncontended use costs two compare-and-swaps: one to enter and one to leave.
@usableFromInline
package final class CallerQueue: LoopQueue {
    @usableFromInline
    package enum Entry {
        /// The queue was free and now belongs to the caller, which must leave it.
        case entered
        /// The caller is already in the queue.
        case inside
        /// Another thread is in the queue.
        case busy
    }

    /// The thread that is in the queue, or 0. The lowest bit is set when another thread has left work to it.
    @usableFromInline let owner = Atomic<UInt64>(0)
    @usableFromInline let pending = WorkList()

    @inlinable package init() {}

    @inlinable static var hasPendingWork: UInt64 { 1 }

    @usableFromInline package var isCurrent: Bool {
        owner.load(ordering: .relaxed) & ~Self.hasPendingWork == thisThread
    }

    @inlinable
    package func enter() -> Entry {
        let thread = thisThread
        let (entered, owner) = owner.compareExchange(expected: 0, desired: thread, ordering: .acquiring)
        if entered { return .entered }
        return owner & ~Self.hasPendingWork == thread ? .inside : .busy
    }

    @inlinable
    package func leave() {
        let left = owner.compareExchange(expected: thisThread, desired: 0, ordering: .releasing)
        if !left.exchanged { runPendingWorkAndLeave() }
    }

    @usableFromInline
    func runPendingWorkAndLeave() {
        let thread = thisThread
        repeat {
            _ = owner.exchange(thread, ordering: .acquiringAndReleasing)
            for work in pending.takeAll() { work() }
        } while !owner.compareExchange(expected: thread, desired: 0, ordering: .releasing).exchanged
    }

    @usableFromInline
    package func async(_ work: @escaping @Sendable () -> Void) {
        pending.append(work)
        var seen = owner.load(ordering: .relaxed)
        while true {
            if seen == 0 {
                guard enter() == .entered else {
                    seen = owner.load(ordering: .relaxed)
                    continue
                }
                runPendingWorkAndLeave()
                return
            }
            let result = owner.compareExchange(
                expected: seen, desired: seen | Self.hasPendingWork, ordering: .acquiringAndReleasing)
            if result.exchanged { return }
            seen = result.original
        }
    }

    @usableFromInline
    package func sync(_ work: () -> Void) {
        switch enter() {
        case .entered:
            work()
            leave()
        case .inside:
            work()
        case .busy:
            waitForTurn(work)
        }
    }

    /// The queue that each waiting thread waits for. An entry is removed before its thread continues.
    private static let awaited = Locked<[UInt64: CallerQueue]>([:])

    private func waitForTurn(_ work: () -> Void) {
        let thread = thisThread
        let mayWait = Self.awaited.withLock { awaited in
            guard !waits(for: thread, awaited) else { return false }
            awaited[thread] = self
            return true
        }
        // The thread in this queue cannot continue before the calling thread has left its own queue, and so lends its
        // turn.
        guard mayWait else { return work() }
        waitFor {
            work()
            Self.awaited.withLock { $0[thread] = nil }
        } enqueue: { awaitedWork in
            async(awaitedWork)
            return true
        }
    }

    /// Returns whether the thread in this queue waits, directly or through others, for a queue that `thread` is in.
    private func waits(for thread: UInt64, _ awaited: [UInt64: CallerQueue]) -> Bool {
        var queue = self
        while true {
            let owner = queue.owner.load(ordering: .relaxed) & ~Self.hasPendingWork
            guard owner != thread else { return true }
            // A thread that found the queue free after all is in it before its entry is removed. It does not wait.
            guard let next = awaited[owner], next !== queue else { return false }
            queue = next
        }
    }
}
