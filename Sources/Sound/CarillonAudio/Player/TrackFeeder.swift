import CarillonScheduling

/// Reads the tracks of a player into a stream, from a place in a list on, and notes where each one begins. `TrackReader` reads a
/// single track.
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
        /// A stream has sent another title; empty if it has cleared it.
        case title(String)
        /// A stream has run dry, or a connection has failed for a reason.
        case buffering(path: String, reason: String?)
        /// A stream that has run dry goes on.
        case goesOn
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
    /// Whether the last read found nothing of a stream.
    private var isLate = false
    /// Whether the track that has run dry has been heard.
    private var hasRunDry = false
    /// The title that the next frames have.
    private var title: String?
    /// The last title of the track; empty for none.
    private var lastTitle = ""
    /// The track before, while it has frames left; also a track without sound, which may have taken over such frames.
    private var previous: (any TrackReader)?
    private var crossfade: Crossfade
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
        (next, track) = (start, Track(of: order))
        crossfade = Crossfade(length: format.frames(in: order.crossfade), channels: format.channels)
        // One second.
        stream = TrackStream(format: format, capacity: format.rate)
    }

    /// Reads until the stream is full, or has a number of frames. May be called from any thread that may wait.
    func fill(atLeast frames: Int = .max) {
        lock.withLock { _ in
            while !isAtEnd, stream.writtenFrames < frames, readMore() {}
            holdWhileDry()
        }
    }

    /// Whether a stream has run dry.
    var isDry: Bool { stream.isHeld }

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
        // A track that can be opened follows the last one that has been read, whatever has been left out between them.
        while reader == nil, ending == nil { open() }
        if let previous {
            guard let count = stream.write(previous.readRest) else { return false }
            if count == 0 { self.previous = nil }
        } else if crossfade.hasPlain {
            return stream.write { crossfade.takePlain(into: $0) } != nil
        } else if let reader {
            return read(from: reader)
        } else if let ending, !crossfade.flush() {
            mark(ending)
            stream.complete()
            isAtEnd = true
        }
        return true
    }

    private func open() {
        track = Track(of: order)
        (next, hasRead, lastTitle) = (start, false, "")
        do {
            let reader = try store.open(order.path, in: stream.format, at: start, near: landmark)
            landmark = nil
            track.duration = reader.claimedFrameCount.map(stream.format.duration(ofFrames:))
            crossfade.begin(frameCount: reader.claimedFrameCount)
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
            if let reason = reader.takeInterruption() { insert(.buffering(path: track.path, reason: reason)) }
            title = reader.takeTitle() ?? title
            isLate = false
            var count = 0
            let written = try stream.write { buffer in
                count = try reader.read(into: buffer)
                return crossfade.pass(buffer, frame: next, count: count)
            }
            guard let written else { return false }
            if count > 0 {
                let position = stream.writtenFrames - written
                if !hasRead { trackStarted(reader, at: position) }
                if let title, title != lastTitle {
                    mark(.title(title), at: position)
                    lastTitle = title
                }
                title = nil
                next += count
            } else if reader.isWaiting {
                isLate = true
                return false
            } else if hasRead || start > 0 || reader.hasSound {
                if !hasRead, reader.hasSound { trackStarted(reader, at: stream.writtenFrames) }
                previous = crossfade.end(reader.readRest) ? nil : reader
                (self.reader, start) = (nil, 0)
                if !order.advance() { ending = .finished }
            } else {
                previous = reader
                leaveOut(reason: "it has no sound")
            }
        } catch {
            _ = crossfade.end()
            if next < start { previous = reader }
            trackFailed(error)
        }
        return true
    }

    private func trackStarted(_ reader: any TrackReader, at position: Int) {
        hasRead = true
        (track.title, track.artist, track.album) = (reader.tags.title, reader.tags.artist, reader.tags.album)
        order.hasStarted()
        mark(.started(track, frame: start, order), at: position + start - next)
    }

    private func trackFailed(_ error: any Error) {
        guard order.hasPlayed, store.isAbsent(order.path) else { return leaveOut(reason: "\(error)") }
        (reader, isLate) = (nil, false)
        ending = .interrupted(order, frame: max(next, start), reason: "\(error)")
    }

    private func leaveOut(reason: String) {
        (reader, landmark, start, title, isLate) = (nil, nil, 0, nil, false)
        mark(.failed(path: track.path, reason: reason))
        if !order.hasFailed() { ending = .finished }
    }

    /// Holds a stream back when it has run dry, until there is enough to go on.
    private func holdWhileDry() {
        let available = stream.writtenFrames - stream.position
        if stream.isHeld {
            guard !isLate || available >= stream.format.rate / (hasRunDry ? 2 : 5) else { return }
            stream.isHeld = false
            if hasRunDry { insert(.goesOn) }
        } else if isLate, available <= 0 {
            (stream.isHeld, hasRunDry) = (true, hasRead)
            insert(.buffering(path: track.path, reason: nil))
        }
    }

    /// Inserts a mark for now, before those of frames that have not been heard.
    private func insert(_ mark: Mark) {
        let position = stream.position
        let index = marks.firstIndex { $0.position > position } ?? marks.count
        marks.insert((position, mark), at: index)
    }

    private func mark(_ mark: Mark, at position: Int? = nil) { marks.append((position ?? stream.writtenFrames, mark)) }
}

extension Track {
    /// The present track of a list, with the path that may be shown.
    fileprivate init(of order: PlayOrder) {
        self.init(number: order.current, path: StreamAddress.withoutLogin(order.path))
    }
}
