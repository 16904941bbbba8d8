import CarillonBoard
import CarillonScheduling

#if canImport(CarillonRealTime)
    import CarillonRealTime
#endif

/// The memories of a board's loops: their folder, and the queue that writes them.
///
/// A board with a state folder remembers on the disk, and all others, such as those of tests, in memory.
package final class BoardMemories: Attachment {
    private struct State {
        /// Nil until a memory on the disk is opened.
        var queue: (any Scheduler)?
        var writers: [@Sendable () throws(StoredModelError) -> Void] = []
        /// The errors of writing that have been reported. An error at the end is reported if it is another one.
        var reported: [StoredModelError] = []
    }

    /// Nil if there is none.
    package let folder: (any MemoryFolder)?
    private let board: any Scheduler
    private let didFail: @Sendable (any Error) -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - board: Its queue takes the reports. It also writes, unless the memories are on the disk.
    ///   - folder: The folder; nil for that of the program on the disk, or for an empty one in memory.
    package init(of board: Board, in folder: (any MemoryFolder)? = nil) {
        let queue = board.queue.unrecorded
        let isOnDisk = folder == nil && board.stateFolder != .none
        (self.board, didFail) = (queue, board.didFail)
        self.folder =
            isOnDisk ? board.stateFolder.path.map { DiskFolder("\($0)/Memory") } : folder ?? TransientFolder()
        state = Locked(State(queue: isOnDisk ? nil : queue))
    }

    /// Opens a memory of a loop.
    ///
    /// - Parameters:
    ///   - first: The model without a memory. Keys that are missing in the memory have its values.
    ///   - inputs: The board's: a session records the memory that the loop begins from, or replays it.
    ///   - migrate: Returns the model for a text that is not of this version or no model; nil if it cannot.
    /// - Returns: The model to begin with, and the way to the writer.
    func open<Model: Codable & Sendable>(
        _ name: String, else first: Model, version: Int, every period: Duration, inputs: BoardInputs,
        migrate: (StoredModel) throws -> Model?
    ) throws -> (Model, Handover<Model>) {
        guard let folder else { throw StoredModelError.noFolder(name: name) }
        var file = try MemoryFile(name, in: folder)
        do {
            let queue = try writingQueue()
            var model: Model?
            func use(_ text: [UInt8]) throws(MemoryFault) -> String? {
                let found = try Self.model(of: text, else: first, version: version, migrate: migrate)
                model = found.model
                return found.ending
            }
            func load() -> [UInt8]? { file.load(expecting: version, report: didFail, use: use) }
            let text = inputs.memory(name, load)
            if let text, model == nil { _ = try use(text) }
            let writer = ModelWriter<Model>(file, version: version, every: period, on: queue, report: report)
            state.withLock { $0.writers.append(writer.close) }
            return (model ?? first, writer.handover)
        } catch {
            file.close()
            throw error
        }
    }

    /// Returns the model of a text, and the ending under which the text is kept; nil if the model has all of it.
    private static func model<Model: Codable>(
        of text: [UInt8], else first: Model, version: Int, migrate: (StoredModel) throws -> Model?
    ) throws(MemoryFault) -> (model: Model, ending: String?) {
        let old = try StoredModel(text)
        var fault = MemoryFault.version(old.version)
        if old.version == version {
            do throws(MemoryFault) {
                return (try MemoryText.decode(text, as: Model.self), nil)
            } catch {
                fault = error
            }
        }
        do {
            if let model = try migrate(old) { return (model, old.version == version ? nil : "version-\(old.version)") }
        } catch {
            fault = .unusable("\(error)")
        }
        if old.version == version, let model = try? MemoryText.decode(text, filledFrom: first) {
            return (model, "earlier")
        }
        throw fault
    }

    private func writingQueue() throws -> any Scheduler {
        try state.withLock { state in
            if let queue = state.queue { return queue }
            #if canImport(CarillonRealTime)
                let queue = try RealTimeQueue.writingFiles(name: "carillon-memory")
                state.queue = queue
                return queue
            #else
                return board
            #endif
        }
    }

    /// Reports an error on the board's queue. Does not wait for a place on it, because the board waits for the writer at
    /// the end.
    @Sendable private func report(_ error: StoredModelError) {
        let work: @Sendable () -> Void = { [state, didFail] in
            state.withLock { if !$0.reported.contains(error) { $0.reported.append(error) } }
            didFail(error)
        }
        if let board = board as? any BoundedQueue { _ = board.tryAsync(work) } else { board.async(work) }
    }

    /// Writes the last models.
    package func close() {
        let (queue, writers) = state.withLock { state in
            defer { state.writers = [] }
            return (state.queue, state.writers)
        }
        let failures = queue?.perform {
            writers.compactMap { close -> StoredModelError? in
                do throws(StoredModelError) {
                    try close()
                    return nil
                } catch {
                    return error
                }
            }
        }
        let reported = state.withLock { $0.reported }
        for failure in failures ?? [] where !reported.contains(failure) { didFail(failure) }
    }
}

extension Board {
    /// Returns the model that a loop begins with, and the way to the writer of its models.
    @usableFromInline
    func remember<Model: Codable & Sendable>(
        _ first: Model, as name: String, version: Int, every period: Duration, migrate: (StoredModel) throws -> Model?
    ) throws -> (Model, Handover<Model>) {
        try attachments.object { BoardMemories(of: self) }.open(
            name, else: first, version: version, every: period, inputs: inputs, migrate: migrate)
    }
}
