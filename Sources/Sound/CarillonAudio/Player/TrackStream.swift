import Synchronization

/// The tracks of a player as one stream of frames, in which one follows the other without a gap.
///
///     files ──> write ── the player's thread ──> ring ──> samples(at:) ── the audio thread
///
/// Frames are counted from the first one of the stream. The ring holds those from `taken` to `written`. The audio thread
/// neither waits nor locks.
///
/// `@unchecked Sendable`: the audio thread owns the ring's frames from `taken` to `written`, and the player's thread owns the
/// others.
final class TrackStream: @unchecked Sendable {
    let format: AudioFormat
    private let capacity: Int
    private let ring: UnsafeMutableBufferPointer<Float>
    private let written = Atomic(0)
    private let taken = Atomic(0)
    private let isComplete = Atomic(false)
    private let held = Atomic(false)

    /// - Parameter capacity: The frames that are read ahead.
    init(format: AudioFormat, capacity: Int) {
        (self.format, self.capacity) = (format, capacity)
        ring = .allocate(capacity: capacity * format.channels)
    }

    deinit { ring.deallocate() }

    // MARK: The player's thread

    /// The number of frames written so far.
    var writtenFrames: Int { written.load(ordering: .relaxed) }

    /// The next frame that the audio thread needs. May be read from any thread.
    var position: Int { taken.load(ordering: .acquiring) }

    /// Calls `read` with the free room up to the end of the ring.
    ///
    /// - Parameter read: Returns the number of frames that it has written.
    /// - Returns: That number; nil if the ring is full.
    func write<Failure>(
        _ read: (UnsafeMutableBufferPointer<Float>) throws(Failure) -> Int
    ) throws(Failure) -> Int? {
        let start = written.load(ordering: .relaxed)
        let room = min(capacity - (start - taken.load(ordering: .acquiring)), capacity - start % capacity)
        guard room > 0 else { return nil }
        let offset = start % capacity * format.channels
        let count = try read(UnsafeMutableBufferPointer(rebasing: ring[offset...].prefix(room * format.channels)))
        written.store(start + count, ordering: .releasing)
        return count
    }

    /// Whether the frames written are held back, because a network stream has run dry: silence with sound in between would
    /// be heard otherwise.
    var isHeld: Bool {
        get { held.load(ordering: .relaxed) }
        set { held.store(newValue, ordering: .releasing) }
    }

    /// Marks the end: nothing follows the frames written so far.
    func complete() { isComplete.store(true, ordering: .releasing) }

    // MARK: The audio thread

    fileprivate func samples(at frame: Int) -> SampleSupply {
        taken.store(frame, ordering: .releasing)
        // In this order: no frame is written after the end.
        let isComplete = isComplete.load(ordering: .acquiring)
        let available = held.load(ordering: .acquiring) ? 0 : written.load(ordering: .acquiring) - frame
        guard available > 0 else { return isComplete ? .end : .late }
        let offset = frame % capacity
        let count = min(available, capacity - offset) * format.channels
        return .ready(UnsafeBufferPointer(rebasing: ring[(offset * format.channels)...].prefix(count)))
    }
}

/// A stream from a frame on, as the source of a voice. After a pause, another voice goes on where the last one was.
final class TrackSource: SampleSource {
    private let stream: TrackStream
    private let start: Int
    /// Fills the stream when it is empty, if the output may wait.
    private let feeder: TrackFeeder?

    init(_ stream: TrackStream, from start: Int, filledBy feeder: TrackFeeder?) {
        (self.stream, self.start, self.feeder) = (stream, start, feeder)
    }

    var format: AudioFormat { stream.format }
    var length: Int? { nil }

    func samples(from frame: Int) -> SampleSupply {
        let supply = stream.samples(at: start + frame)
        guard case .late = supply, let feeder else { return supply }
        feeder.fill()
        return stream.samples(at: start + frame)
    }
}
