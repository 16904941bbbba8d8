import CarillonAudio
import CarillonScheduling
import Dispatch
import Synchronization

/// A voice's way through a sound that is too long for memory.
///
///     file ──> fill() ── a thread of ordinary priority ──> ring ──> samples(from:) ── the audio thread
///
/// The ring is filled a second ahead. The audio thread neither waits nor wakes anybody: the reader looks several times a
/// second what has been played, for as long as the stream exists. It reads on past the end, from the beginning, so that
/// a voice that loops finds frame 0 right behind the last one.
///
/// Here frames are counted from the first one read, over all passes through the file. The ring holds those from `taken`
/// to `written`.
///
/// `@unchecked Sendable`: the ring's frames from `taken` to `written` are the audio thread's, the others the reader's;
/// `passStart` and `next` are the audio thread's; `reader`, `readStart` and `foundEnd` are under the lock.
final class SoundStream: SampleSource, @unchecked Sendable {
    private static let readers = DispatchQueue(label: "carillon-streams")
    private static let unknown = Int.max

    let format: AudioFormat
    private let file: StreamedFile
    private let mayWait: Bool
    private let capacity: Int
    private let ring: UnsafeMutableBufferPointer<Float>
    private let written = Atomic(0)
    private let taken = Atomic(0)
    /// Where the pass ends that is played, once the reader has found out.
    private let passEnd = Atomic(unknown)
    /// Whether nothing more will be written, as it cannot be read.
    private let hasFailed = Atomic(false)

    // The audio thread's.
    private var passStart = 0
    private var next = 0

    // The reader's.
    private let lock = Locked(())
    private var reader: SoundReader?
    /// Where the pass begins that is read.
    private var readStart = 0
    /// Where it ends, while the one before it is still played.
    private var foundEnd: Int?

    /// - Parameter mayWait: Whether who asks for samples reads them, if need be. Otherwise another thread has to, which
    ///   `readAhead` starts.
    init(_ file: StreamedFile, mayWait: Bool) {
        self.file = file
        self.mayWait = mayWait
        format = file.format
        capacity = file.framesAhead
        ring = .allocate(capacity: capacity * format.channels)
    }

    deinit { ring.deallocate() }
}

// MARK: - The audio thread's side

extension SoundStream {
    /// A file is not believed in what it says of its length: it is known when the end has been read.
    var length: Int? {
        let end = passEnd.load(ordering: .acquiring)
        return end == Self.unknown ? nil : end - passStart
    }

    func samples(from frame: Int) -> SampleSupply {
        if frame == 0, next > passStart, !beginAnew() { return .end }
        next = passStart + frame
        taken.store(next, ordering: .releasing)
        if mayWait, written.load(ordering: .relaxed) <= next { fill() }
        // In this order: what is there for certain, and then whether all of it belongs to this pass.
        let hasFailed = hasFailed.load(ordering: .acquiring)
        let written = written.load(ordering: .acquiring)
        let end = passEnd.load(ordering: .acquiring)
        let available = min(written, end) - next
        guard available > 0 else { return next >= end ? .end : hasFailed ? .failed : .late }
        let offset = next % capacity
        let count = min(available, capacity - offset) * format.channels
        return .ready(UnsafeBufferPointer(rebasing: ring[(offset * format.channels)...].prefix(count)))
    }

    /// The voice loops: the frame behind the last one is the first.
    private func beginAnew() -> Bool {
        let end = passEnd.load(ordering: .acquiring)
        guard end != Self.unknown else { return false }
        passStart = end
        passEnd.store(Self.unknown, ordering: .releasing)
        return true
    }
}

// MARK: - The reader's side

extension SoundStream {
    /// Lets a thread of ordinary priority keep the ring filled, for as long as the stream exists.
    func readAhead() {
        Self.readers.async { [weak self] in self?.keepFilled() }
    }

    private func keepFilled() {
        guard fill() else { return }
        let interval = format.duration(ofFrames: capacity / 8)
        Self.readers.asyncAfter(deadline: .now() + .nanoseconds(Int(interval / .nanoseconds(1)))) { [weak self] in
            self?.keepFilled()
        }
    }

    /// Reads until the ring is full. May be called from any thread that may wait.
    ///
    /// - Returns: False if nothing more is to be read.
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

    /// - Returns: Whether there may be room for more.
    private func readMore(from reader: SoundReader) throws(SoundError) -> Bool {
        if let end = foundEnd {
            guard passEnd.load(ordering: .acquiring) == Self.unknown else { return false }
            passEnd.store(end, ordering: .releasing)
            foundEnd = nil
            try reader.rewind()
        }
        let start = written.load(ordering: .relaxed)
        // A voice that was silent for longer than the ring lasts may have gone on beyond it.
        let room = min(capacity - (start - taken.load(ordering: .acquiring)), capacity)
        guard room > 0 else { return false }
        let offset = start % capacity * format.channels
        let stretch = UnsafeMutableBufferPointer(rebasing: ring[offset...].prefix(room * format.channels))
        let count = try reader.read(into: stretch)
        if count == 0 {
            guard start > readStart else { throw reader.emptiness }
            (readStart, foundEnd) = (start, start)
        }
        written.store(start + count, ordering: .releasing)
        return true
    }
}
