import CarillonAudio
import CarillonScheduling
import Dispatch
import Synchronization

/// The samples of a sound that is too long for memory, for one voice.
///
///     file ──> fill() ── a thread of ordinary priority ──> ring ──> samples(from:) ── the audio thread
///
/// The ring is filled one second ahead. The audio thread neither waits nor wakes another thread. Instead, the reader
/// polls the playing position several times a second while the stream exists. After the last frame it continues with
/// the first, so that a voice that loops finds frame 0 right after the last frame.
///
/// Frames are counted from the first one read, over all passes through the file. The ring holds the frames from `taken`
/// to `written`.
///
/// `@unchecked Sendable`: the audio thread owns the ring's frames from `taken` to `written`, and the reader owns the
/// others. Only the audio thread uses `passStart` and `next`. The lock protects `reader`, `readStart` and `foundEnd`.
final class SoundStream: SampleSource, @unchecked Sendable {
    private static let readers = DispatchQueue(label: "carillon-streams")
    private static let unknown = Int.max

    let format: AudioFormat
    private let file: StreamedFile
    private let mayBlock: Bool
    private let capacity: Int
    private let ring: UnsafeMutableBufferPointer<Float>
    private let written = Atomic(0)
    private let taken = Atomic(0)
    /// The end of the pass that is played, once the reader has found it.
    private let passEnd = Atomic(unknown)
    /// Whether reading has failed, so that nothing more is written.
    private let hasFailed = Atomic(false)

    // Owned by the audio thread.
    private var passStart = 0
    private var next = 0

    // Owned by the reader.
    private let lock = Locked(())
    private var reader: SoundReader?
    /// The start of the pass that is read.
    private var readStart = 0
    /// The end of the pass that is read, while the pass before it is still played.
    private var foundEnd: Int?

    /// - Parameter mayBlock: Whether the caller of `samples(from:)` may read the file. Otherwise call `readAhead`,
    ///   which starts reading on another thread.
    init(_ file: StreamedFile, mayBlock: Bool) {
        self.file = file
        self.mayBlock = mayBlock
        format = file.format
        capacity = file.framesAhead
        ring = .allocate(capacity: capacity * format.channels)
    }

    deinit { ring.deallocate() }
}

// MARK: - The audio thread's side

extension SoundStream {
    /// The length, known only when the end has been read. The length that the file declares is not used.
    var length: Int? {
        let end = passEnd.load(ordering: .acquiring)
        return end == Self.unknown ? nil : end - passStart
    }

    func samples(from frame: Int) -> SampleSupply {
        if frame == 0, next > passStart, !startNextPass() { return .end }
        next = passStart + frame
        taken.store(next, ordering: .releasing)
        if mayBlock, written.load(ordering: .relaxed) <= next { fill() }
        // In this order: first the available frames, then the end of this pass, which may be before them.
        let hasFailed = hasFailed.load(ordering: .acquiring)
        let written = written.load(ordering: .acquiring)
        let end = passEnd.load(ordering: .acquiring)
        let available = min(written, end) - next
        guard available > 0 else { return next >= end ? .end : hasFailed ? .failed : .late }
        let offset = next % capacity
        let count = min(available, capacity - offset) * format.channels
        return .ready(UnsafeBufferPointer(rebasing: ring[(offset * format.channels)...].prefix(count)))
    }

    /// Starts the next pass of a voice that loops. Returns false if the end of this pass is unknown.
    private func startNextPass() -> Bool {
        let end = passEnd.load(ordering: .acquiring)
        guard end != Self.unknown else { return false }
        passStart = end
        passEnd.store(Self.unknown, ordering: .releasing)
        return true
    }
}

// MARK: - The reader's side

extension SoundStream {
    /// Starts filling the ring on a thread of ordinary priority, while the stream exists.
    func readAhead() {
        Self.readers.async { [weak self] in self?.keepFilling() }
    }

    private func keepFilling() {
        guard fill() else { return }
        let interval = format.duration(ofFrames: capacity / 8)
        Self.readers.asyncAfter(deadline: .now() + .nanoseconds(Int(interval / .nanoseconds(1)))) { [weak self] in
            self?.keepFilling()
        }
    }

    /// Reads until the ring is full. May be called from any thread that may wait.
    ///
    /// - Returns: False if reading has failed.
    @discardableResult
    func fill() -> Bool {
        lock.withLock { _ in
            guard !hasFailed.load(ordering: .relaxed) else { return false }
            do throws(SoundError) {
                let reader = try openedReader()
                while try readMore(from: reader) {}
                return true
            } catch {
                file.lastFailure.withLock { $0 = error }
                hasFailed.store(true, ordering: .releasing)
                return false
            }
        }
    }

    private func openedReader() throws(SoundError) -> SoundReader {
        if let reader { return reader }
        let opened = try file.open()
        reader = opened
        return opened
    }

    /// - Returns: Whether the ring may have room for more.
    private func readMore(from reader: SoundReader) throws(SoundError) -> Bool {
        if let end = foundEnd {
            guard passEnd.load(ordering: .acquiring) == Self.unknown else { return false }
            passEnd.store(end, ordering: .releasing)
            foundEnd = nil
            try reader.rewind()
        }
        let start = written.load(ordering: .relaxed)
        // A voice that was silent for longer than the ring's duration may be beyond its end.
        let room = min(capacity - (start - taken.load(ordering: .acquiring)), capacity)
        guard room > 0 else { return false }
        let offset = start % capacity * format.channels
        let stretch = UnsafeMutableBufferPointer(rebasing: ring[offset...].prefix(room * format.channels))
        let count = try reader.read(into: stretch)
        if count == 0 {
            guard start > readStart else { throw reader.emptyFileError }
            (readStart, foundEnd) = (start, start)
        }
        written.store(start + count, ordering: .releasing)
        return true
    }
}
