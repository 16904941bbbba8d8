import CarillonScheduling
import Synchronization

/// The ends and events of one output, on their way from its thread to the engine's queue.
struct OutputNews: Sendable {
    /// A voice that has ended.
    struct Ended: Sendable {
        let voice: Int
        let end: VoiceEnd
    }

    /// Twice the number of tickets, so that it is never full: an inbox gives taken cells back a sixteenth of its capacity
    /// at a time.
    let ended = Inbox<Ended>(capacity: VoiceTable.capacity * 2)
    let events = Inbox<AudioEvent>(capacity: 32)
}

/// Reports ended voices and events, which come from the outputs' threads, on the engine's queue.
///
/// An output's thread puts them into `outputs` and requests a report. On the queue they are taken out and reported, and
/// the sounds of ended voices are released.
///
/// `@unchecked Sendable`: `work` is written in `init` only; `isTelling` admits one thread at a time to the owner's side
/// of the inboxes.
final class NewsDesk: @unchecked Sendable {
    /// For each output its own.
    let outputs: [OutputNews]
    private let table: VoiceTable
    private let queue: any LoopQueue
    /// The queue, if it can be told from a thread that must not wait.
    private let boundedQueue: (any BoundedQueue)?
    private let onEvent: @Sendable (AudioEvent) -> Void
    private let isRequested = Atomic(false)
    private let isTelling = Atomic(false)
    /// Made once, so that a request allocates nothing. The desk is weak in it, so that an engine can be freed.
    private var work: @Sendable () -> Void = {}

    init(
        outputs count: Int, table: VoiceTable, queue: any LoopQueue, onEvent: @escaping @Sendable (AudioEvent) -> Void
    ) {
        outputs = (0..<count).map { _ in OutputNews() }
        self.table = table
        self.queue = queue
        boundedQueue = queue as? any BoundedQueue
        self.onEvent = onEvent
        work = { [weak self] in self?.tell() }
    }

    /// Requests a report of what is in `outputs`. Called on an output's thread: on a `RealTimeQueue` it does not wait,
    /// lock or allocate, except on the queue's own thread, which may allocate.
    ///
    /// - Returns: False if the queue is full: the caller tries again later.
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

    /// Reports the rest after the outputs have ended: at once if called on the queue, otherwise on the queue's next turn.
    func close() {
        queue.isCurrent ? tell() : queue.async { [self] in tell() }
    }

    private func tell() {
        isRequested.store(false, ordering: .releasing)
        guard !isTelling.exchange(true, ordering: .acquiring) else { return }
        for output in outputs {
            while let ended = output.ended.take() { table.handBack(ended.voice, ended.end) }
            while let event = output.events.take() { onEvent(event) }
        }
        isTelling.store(false, ordering: .releasing)
    }
}
