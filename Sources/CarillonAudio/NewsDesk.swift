import CarillonScheduling
import MobiusCore
import Synchronization

/// Brings what happens on the outputs' threads to the engine's queue: ended voices and events.
///
/// An output's thread only says that there is something. On the queue it is fetched and told, and the sounds of ended
/// voices are let go of.
///
/// `@unchecked Sendable`: `renderers` is written once, before an output starts; `isTelling` admits one thread at a time
/// to the inboxes.
final class NewsDesk: @unchecked Sendable {
    private let table: VoiceTable
    private let queue: any LoopQueue
    /// The queue, if it can be told from a thread that must not wait.
    private let boundedQueue: (any BoundedQueue)?
    private let onEvent: @Sendable (AudioEvent) -> Void
    private var renderers: [AudioRenderer] = []
    private let isRequested = Atomic(false)
    private let isTelling = Atomic(false)
    /// Made once, so that to hand it over allocates nothing.
    private var work: @Sendable () -> Void = {}

    init(table: VoiceTable, queue: any LoopQueue, onEvent: @escaping @Sendable (AudioEvent) -> Void) {
        self.table = table
        self.queue = queue
        boundedQueue = queue as? any BoundedQueue
        self.onEvent = onEvent
    }

    /// To be called once, before anything is requested.
    func open(_ renderers: [AudioRenderer]) {
        self.renderers = renderers
        work = { [weak self] in self?.tell() }
    }

    /// There is something to tell. Called on an output's thread: on a `RealTimeQueue` it does not wait, lock or allocate.
    ///
    /// - Returns: False if the queue is full: to be called again.
    func request() -> Bool {
        guard !isRequested.exchange(true, ordering: .acquiringAndReleasing) else { return true }
        guard let boundedQueue else {
            queue.async(work)
            return true
        }
        if boundedQueue.tryAsync(work) { return true }
        isRequested.store(false, ordering: .releasing)
        return false
    }

    /// Tells what is left, when no output runs any more: at once on the queue, and there as soon as it comes to it.
    func close() {
        queue.isCurrent ? tell() : queue.async(work)
    }

    /// A voice that some renderers have refused.
    func handBack(_ voice: Int, times: Int) {
        for _ in 0..<times { handBack(voice) }
    }

    private func tell() {
        isRequested.store(false, ordering: .releasing)
        guard !isTelling.exchange(true, ordering: .acquiring) else { return }
        for renderer in renderers {
            while let ended = renderer.ended.take() {
                table[ended.voice].end.store(ended.end.rawValue, ordering: .relaxed)
                handBack(ended.voice)
            }
            while let event = renderer.events.take() { onEvent(event) }
        }
        isTelling.store(false, ordering: .releasing)
    }

    private func handBack(_ voice: Int) {
        let ticket = table[voice]
        guard ticket.mixers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        let end = VoiceEnd(rawValue: ticket.end.load(ordering: .relaxed)) ?? .finished
        let onEnd = ticket.onEnd
        table.free(voice)
        onEnd?(end)
    }
}
