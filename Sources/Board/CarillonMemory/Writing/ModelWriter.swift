import CarillonScheduling

/// Writes the models of a loop to its memory, on a queue that may wait for the disk.
final class ModelWriter<Model: Codable & Sendable>: Sendable {
    private struct State {
        var file: MemoryFile
        /// The text that has not been written.
        var unwritten: [UInt8]?
        var hasFailed = false
        /// The number of models that the loop has passed: the first one, and one or more after events.
        var taken = 0
    }

    /// The time after which a start without events has succeeded.
    private static var steady: Duration { .seconds(60) }

    let handover = Handover<Model>()
    private let version: Int
    private let queue: any Scheduler
    private let start: Duration
    private let report: @Sendable (StoredModelError) -> Void
    private let state: OnQueue<State>

    /// - Parameter report: Called on the queue when a write fails after the last one has succeeded.
    init(
        _ file: MemoryFile, version: Int, every period: Duration, on queue: any Scheduler,
        report: @escaping @Sendable (StoredModelError) -> Void
    ) {
        (self.version, self.queue, start) = (version, queue, queue.now)
        self.report = report
        state = OnQueue(State(file: file), on: queue)
        _ = queue.every(max(period, .milliseconds(1)), startingAt: nil) { [weak self] _ in self?.write() }
    }

    /// Writes the newest model. On the queue.
    private func write() {
        do throws(StoredModelError) {
            try writeNewest()
            if state.value.taken > 1 || queue.now - start >= Self.steady { state.value.file.settle() }
            state.value.hasFailed = false
        } catch {
            if !state.value.hasFailed { report(error) }
            state.value.hasFailed = true
        }
    }

    /// Writes the last model, and lets other programs use the memory. On the queue.
    ///
    /// - Throws: `StoredModelError.notWritten` or `.notEncoded` if the model is lost.
    func close() throws(StoredModelError) {
        defer {
            state.value.file.settle()
            state.value.file.close()
        }
        try writeNewest()
    }

    private func writeNewest() throws(StoredModelError) {
        if let model = handover.take() {
            state.value.taken += 1
            do throws(MemoryFault) {
                state.value.unwritten = try MemoryText.encode(model, version: version)
            } catch {
                throw .notEncoded(path: state.value.file.path, reason: error.description)
            }
        }
        guard let text = state.value.unwritten else { return }
        try state.value.file.write(text)
        state.value.unwritten = nil
    }
}
