import CarillonScheduling

/// Reads the tracks of a player into a stream, from a place in a list on, and notes where each one begins.
///
/// `@unchecked Sendable`: the lock protects all mutable state. The audio thread uses the stream only.
final class TrackFeeder: @unchecked Sendable {
    /// A note of the stream, for the moment when its frame is heard.
    enum Mark {
        /// A track begins at a frame of its own.
        case started(Track, frame: Int, PlayOrder)
        case failed(path: String, reason: String)
        /// The list ends.
        case finished
    }

    let stream: TrackStream
    private let store: any TrackStore
    private let lock = Locked(())
    private var order: PlayOrder
    /// The frame of the next track that is opened.
    private var offset: Int
    /// The track that is read, and whether a frame of it has been read.
    private var reader: (any TrackReader)?
    private var hasRead = false
    private var isAtEnd = false
    private var marks: [(position: Int, mark: Mark)] = []

    /// - Parameters:
    ///   - order: The list; its present track is the first.
    ///   - offset: The frame of the first track to begin at.
    init(_ order: PlayOrder, at offset: Int, from store: any TrackStore, format: AudioFormat) {
        (self.order, self.offset, self.store) = (order, offset, store)
        // One second.
        stream = TrackStream(format: format, capacity: format.rate)
    }

    /// Reads until the stream is full, or has a number of frames. May be called from any thread that may wait.
    func fill(atLeast frames: Int = .max) {
        lock.withLock { _ in
            while !isAtEnd, stream.writtenFrames < frames, readMore() {}
        }
    }

    /// Removes and returns the marks up to a position in the stream.
    func takeMarks(upTo position: Int) -> [(position: Int, mark: Mark)] {
        lock.withLock { _ in
            let count = marks.prefix { $0.position <= position }.count
            defer { marks.removeFirst(count) }
            return Array(marks.prefix(count))
        }
    }

    /// - Returns: Whether the stream may have room for more.
    private func readMore() -> Bool {
        let path = order.paths[order.current]
        do {
            let reader = try openedReader(path)
            guard let count = try stream.write(reader.read) else { return false }
            if count > 0 {
                if !hasRead { order.hasStarted() }
                hasRead = true
            } else if hasRead {
                self.reader = nil
                if !order.advance() { end() }
            } else {
                leaveOut(path, reason: "it has no sound")
            }
        } catch {
            leaveOut(path, reason: "\(error)")
        }
        return true
    }

    private func openedReader(_ path: String) throws -> any TrackReader {
        if let reader { return reader }
        let reader = try store.open(path, in: stream.format, at: offset)
        let duration = reader.claimedFrameCount.map(stream.format.duration(ofFrames:))
        mark(.started(Track(number: order.current, path: path, duration: duration), frame: offset, order))
        (self.reader, hasRead, offset) = (reader, offset > 0, 0)
        return reader
    }

    private func leaveOut(_ path: String, reason: String) {
        (reader, offset) = (nil, 0)
        mark(.failed(path: path, reason: reason))
        if !order.hasFailed() { end() }
    }

    private func end() {
        isAtEnd = true
        mark(.finished)
        stream.complete()
    }

    private func mark(_ mark: Mark) { marks.append((stream.writtenFrames, mark)) }
}
