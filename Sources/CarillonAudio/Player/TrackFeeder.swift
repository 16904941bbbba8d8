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
        /// The medium of the present track has gone; the stream ends before a frame of the track.
        case interrupted(PlayOrder, frame: Int, reason: String)
        /// The list ends.
        case finished
    }

    let stream: TrackStream
    private let store: any TrackStore
    private let lock = Locked(())
    private var order: PlayOrder
    private var landmark: Landmark?
    /// The track that is read, as it will start; nil for the reader when none is open.
    private var track: Track
    private var reader: (any TrackReader)?
    /// The frame at which the track is begun, and the next one to be read.
    private var start: Int
    private var next: Int
    private var hasRead = false
    /// The track before, while it has frames left.
    private var previous: (any TrackReader)?
    /// The mark with which the stream ends.
    private var ending: Mark?
    private var isAtEnd = false
    private var marks: [(position: Int, mark: Mark)] = []

    /// - Parameters:
    ///   - order: The list; its present track is the first.
    ///   - start: The frame of the first track to begin at.
    ///   - landmark: A place in the first track that has been noted before.
    init(
        _ order: PlayOrder, at start: Int, near landmark: Landmark? = nil, from store: any TrackStore,
        format: AudioFormat
    ) {
        (self.order, self.start, self.landmark, self.store) = (order, start, landmark, store)
        (next, track) = (start, Track(number: order.current, path: order.path))
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
        if reader == nil, ending == nil { open() }
        if let previous {
            guard let count = stream.write(previous.readRest) else { return false }
            if count == 0 { self.previous = nil }
        } else if let reader {
            return read(from: reader)
        } else if let ending {
            mark(ending)
            stream.complete()
            isAtEnd = true
        }
        return true
    }

    private func open() {
        track = Track(number: order.current, path: order.path)
        (next, hasRead) = (start, false)
        do {
            let reader = try store.open(track.path, in: stream.format, at: start, near: landmark)
            landmark = nil
            track.duration = reader.claimedFrameCount.map(stream.format.duration(ofFrames:))
            (track.title, track.artist, track.album) = (reader.tags.title, reader.tags.artist, reader.tags.album)
            if let rest = previous.flatMap(reader.follow) {
                previous = nil
                next -= rest
            }
            self.reader = reader
        } catch {
            trackFailed(error)
        }
    }

    private func read(from reader: any TrackReader) -> Bool {
        do {
            guard let count = try stream.write(reader.read) else { return false }
            if count > 0 {
                if !hasRead { trackStarted(at: stream.writtenFrames - count) }
                next += count
            } else if hasRead || start > 0 {
                (previous, self.reader, start) = (reader, nil, 0)
                if !order.advance() { ending = .finished }
            } else {
                leaveOut(reason: "it has no sound")
            }
        } catch {
            trackFailed(error)
        }
        return true
    }

    private func trackStarted(at position: Int) {
        hasRead = true
        order.hasStarted()
        mark(.started(track, frame: start, order), at: position + start - next)
    }

    private func trackFailed(_ error: any Error) {
        guard order.hasPlayed, store.isAbsent(track.path) else { return leaveOut(reason: "\(error)") }
        reader = nil
        ending = .interrupted(order, frame: max(next, start), reason: "\(error)")
    }

    private func leaveOut(reason: String) {
        (reader, landmark, start) = (nil, nil, 0)
        mark(.failed(path: track.path, reason: reason))
        if !order.hasFailed() { ending = .finished }
    }

    private func mark(_ mark: Mark, at position: Int? = nil) { marks.append((position ?? stream.writtenFrames, mark)) }
}
