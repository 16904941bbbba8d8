import CarillonAudio
import CarillonScheduling

/// The decoded frames between the thread of a stream and the player's thread, with the titles among them. A quarter of a second.
final class StreamFrames: Sendable {
    struct State {
        /// A ring of samples.
        var ring: [Float]
        /// The frames written and read so far.
        var written = 0
        var read = 0
        var titles: [(position: Int, title: String)] = []
        var tags = TrackTags()
        /// The reason of the last interruption, and whether the player has not seen it.
        var interruption: (reason: String, isNew: Bool)?
        var hasEnded = false
        var failure: StreamFailure?
        var isCancelled = false
    }

    let format: AudioFormat
    private let capacity: Int
    private let state: Locked<State>

    init(format: AudioFormat) {
        self.format = format
        capacity = format.rate / 4
        state = Locked(State(ring: Array(repeating: 0, count: capacity * format.channels)))
    }

    // MARK: The thread of the stream

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The frames written so far.
    var written: Int { state.withLock { $0.written } }

    /// Writes as many frames as there is room for.
    ///
    /// - Returns: Their number.
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        state.withLock { state in
            let start = state.written % capacity
            let room = min(capacity - (state.written - state.read), capacity - start)
            let count = min(room, samples.count / format.channels)
            let first = start * format.channels
            state.ring.withUnsafeMutableBufferPointer { ring in
                for index in 0..<(count * format.channels) { ring[first + index] = samples[index] }
            }
            state.written += count
            if count > 0 { state.interruption = nil }
            return count
        }
    }

    /// Adds a title for the frames that follow after a number of frames.
    func add(title: String, after delay: Int = 0) {
        state.withLock { state in
            let position = state.written + delay
            while let last = state.titles.last, last.position >= position { state.titles.removeLast() }
            state.titles.append((position, title))
        }
    }

    func setTags(_ tags: TrackTags) { state.withLock { $0.tags = tags } }

    /// Notes an interruption. The same reason is reported once, until there is sound again.
    func interrupt(_ reason: String) {
        state.withLock { state in
            if state.interruption?.reason != reason { state.interruption = (reason, true) }
        }
    }

    /// Ends the stream.
    func end(_ failure: StreamFailure? = nil) {
        state.withLock { state in (state.hasEnded, state.failure) = (true, failure) }
    }

    // MARK: The player's thread

    var tags: TrackTags { state.withLock { $0.tags } }

    /// Reads frames up to the next title.
    ///
    /// - Returns: Their number; 0 at the end; nil if there are none yet.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(StreamFailure) -> Int? {
        try state.withLock { state throws(StreamFailure) in
            let start = state.read % capacity
            let title = state.titles.first { $0.position > state.read }?.position ?? .max
            let available = min(state.written - state.read, title - state.read, capacity - start)
            let count = min(available, buffer.count / format.channels)
            if count == 0, state.written == state.read, let failure = state.failure { throw failure }
            if count == 0 { return state.hasEnded ? 0 : nil }
            let first = start * format.channels
            for index in 0..<(count * format.channels) { buffer[index] = state.ring[first + index] }
            state.read += count
            return count
        }
    }

    func takeTitle() -> String? {
        state.withLock { state in
            let count = state.titles.prefix { $0.position <= state.read }.count
            defer { state.titles.removeFirst(count) }
            return state.titles.prefix(count).last?.title
        }
    }

    func takeInterruption() -> String? {
        state.withLock { state in
            guard let interruption = state.interruption, interruption.isNew else { return nil }
            state.interruption?.isNew = false
            return interruption.reason
        }
    }

    func cancel() { state.withLock { $0.isCancelled = true } }
}
