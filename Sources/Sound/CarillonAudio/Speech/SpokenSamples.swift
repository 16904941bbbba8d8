import CarillonScheduling
import Synchronization

/// The sound of a speech that is heard while it is still being made.
///
///     synthesizer ── write ── its thread ──> room ──> samples(from:) ── the audio thread
///
/// Its voice may start before the first samples are written, so that music is turned down by then. The synthesizer's thread
/// allocates memory for the longest speech; the system provides only what is written to. The audio thread neither waits nor
/// locks.
///
/// `@unchecked Sendable`: the synthesizer's thread sets `memory` before it publishes the first frame in `written`. It owns the
/// frames after `written`, and nothing changes those before.
package final class SpokenSamples: StreamedSamples, SampleSource, @unchecked Sendable {
    /// The longest speech.
    package static let longest = Duration.seconds(60)

    private struct State {
        var reason: SpeechError?
        var isCancelled = false
        var stop: (@Sendable () -> Void)?
    }

    private enum Progress { static let speaking = 0, complete = 1, failed = 2 }

    package let format: AudioFormat
    // Unchecked, because the audio thread reads it.
    @exclusivity(unchecked) private var memory: UnsafeMutablePointer<Float>?
    private let written = Atomic(0)
    private let progress = Atomic(Progress.speaking)
    private let state = Locked(State())
    private let onEnd: @Sendable (SpokenSamples) -> Void

    /// - Parameter onEnd: Called once when all has been written, or on failure. On the synthesizer's thread.
    package init(format: AudioFormat, onEnd: @escaping @Sendable (SpokenSamples) -> Void = { _ in }) {
        (self.format, self.onEnd) = (format, onEnd)
    }

    deinit { memory?.deallocate() }

    // MARK: The synthesizer's thread

    /// Calls `body` with the free room.
    ///
    /// - Parameter body: Returns the number of frames that it has written.
    package func write(_ body: (UnsafeMutableBufferPointer<Float>) -> Int) {
        let capacity = format.frames(in: Self.longest) * format.channels
        let memory = memory ?? .allocate(capacity: capacity)
        self.memory = memory
        let start = written.load(ordering: .relaxed)
        let first = start * format.channels
        let count = body(UnsafeMutableBufferPointer(start: memory + first, count: capacity - first))
        written.store(start + count, ordering: .releasing)
    }

    /// Ends the speech. Nothing is written any more.
    package func complete() {
        progress.store(Progress.complete, ordering: .releasing)
        onEnd(self)
    }

    /// Ends the speech after what has been written.
    package func fail(_ reason: SpeechError) {
        state.withLock { $0.reason = reason }
        progress.store(Progress.failed, ordering: .releasing)
        onEnd(self)
    }

    /// Sets the function that ends the work at once, and calls it if the speech has been cancelled already.
    package func whenCancelled(_ stop: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.stop = stop }
            return state.isCancelled
        }
        if isCancelled { stop() }
    }

    // MARK: Any thread

    /// Ends the work, if it has not ended.
    package func cancel() {
        let stop = state.withLock { state in
            defer { (state.isCancelled, state.stop) = (true, nil) }
            return state.stop
        }
        stop?()
    }

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The reason why the speech has ended early; nil if it has not.
    package var reason: SpeechError? { state.withLock { $0.reason } }

    package var failure: SoundError? { nil }

    package func makeSource(mayBlock: Bool) -> any SampleSource { self }

    /// Returns a copy of a complete speech that takes only the memory that it needs; nil before.
    package func sound(named name: String) -> Sound? {
        guard progress.load(ordering: .acquiring) == Progress.complete else { return nil }
        let count = written.load(ordering: .acquiring) * format.channels
        guard let copy = SampleMemory(capacity: count) else { return nil }
        _ = copy.room.update(fromContentsOf: UnsafeBufferPointer(start: memory, count: count))
        copy.advance(by: count)
        return Sound(name: name, format: format, memory: copy)
    }

    // MARK: The audio thread

    package var length: Int? {
        progress.load(ordering: .acquiring) == Progress.complete ? written.load(ordering: .acquiring) : nil
    }

    package func samples(from frame: Int) -> SampleSupply {
        // In this order: no frame is written after the end.
        let progress = progress.load(ordering: .acquiring)
        let count = written.load(ordering: .acquiring)
        guard count > frame else {
            return progress == Progress.complete ? .end : progress == Progress.failed ? .failed : .late
        }
        let start = memory.map { $0 + frame * format.channels }
        return .ready(UnsafeBufferPointer(start: start, count: (count - frame) * format.channels))
    }
}
