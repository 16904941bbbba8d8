import CarillonScheduling
import Synchronization

/// The queues of ended voices and events that one output passes from its thread to the engine's queue.
struct OutputReports: Sendable {
    /// A voice that has ended.
    struct Ended: Sendable {
        let voice: Int
        let end: VoiceEndReason
    }

    /// The capacity is twice the number of tickets, so that it is never full: an inbox releases taken cells a sixteenth
    /// of its capacity at a time.
    let ended = Inbox<Ended>(capacity: VoiceTable.capacity * 2)
    let events = Inbox<AudioEvent>(capacity: 32)
}

/// Reports ended voices and events, which come from the outputs' threads, on the engine's queue.
///
/// An output's thread puts them into `outputs` and requests a report. The queue then takes them out, reports them, and
/// releases the sounds of ended voices.
///
/// `@unchecked Sendable`: `work` is written in `init` only; `isReporting` admits one thread at a time to the owner's
/// side of the inboxes.
final class Reporter: @unchecked Sendable {
    /// One for each output.
    let outputs: [OutputReports]
    private let table: VoiceTable
    private let queue: any LoopQueue
    /// The queue, if it accepts work from threads that must not wait.
    private let boundedQueue: (any BoundedQueue)?
    private let onEvent: @Sendable (AudioEvent) -> Void
    private let isRequested = Atomic(false)
    private let isReporting = Atomic(false)
    /// Created once, so that a request allocates nothing. Captures the reporter weakly, so that an engine can be freed.
    private var work: @Sendable () -> Void = {}

    init(
        outputs count: Int, table: VoiceTable, queue: any LoopQueue, onEvent: @escaping @Sendable (AudioEvent) -> Void
    ) {
        outputs = (0..<count).map { _ in OutputReports() }
        self.table = table
        self.queue = queue
        boundedQueue = queue as? any BoundedQueue
        self.onEvent = onEvent
        work = { [weak self] in self?.report() }
    }

    /// Requests a report of the contents of `outputs`. Called on an output's thread. On a `RealTimeQueue` it does not
    /// wait, lock or allocate, except that it may allocate on the queue's own thread.
    ///
    /// - Returns: False if the queue is full. The caller tries again later.
    func request() -> Bool {
        guard !isRequested.exchange(true, ordering: .acquiringAndReleasing) else { return true }
        guard let boundedQueue, !boundedQueue.isCurrent else {
            queue.async(work)
            return true
        }
        if boundedQueue.tryAsync(work) { return true }
        isRequested.store(false, ordering: .releasing)
        return false
    }

    /// Reports the rest after the outputs have ended: immediately if called on the queue, otherwise on the queue's next
    /// turn.
    func close() {
        queue.performOrEnqueue { [self] in report() }
    }

    private func report() {
        isRequested.store(false, ordering: .releasing)
        guard !isReporting.exchange(true, ordering: .acquiring) else { return }
        for output in outputs {
            while let ended = output.ended.take() { table.returnVoice(ended.voice, ended.end) }
            while let event = output.events.take() { onEvent(event) }
        }
        isReporting.store(false, ordering: .releasing)
    }
}
