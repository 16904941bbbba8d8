import Glibc

/// Memory for samples that are counted only as they come.
///
/// It asks for all that it may take at once, of which the system gives what is written to, and gives back the rest at the
/// end: growing step by step would need the old and the new memory at the same time.
///
/// `@unchecked Sendable`: it is written to by who made it, until `finish`, and never again.
final class SampleMemory: @unchecked Sendable {
    private var start: UnsafeMutablePointer<Float>
    private let capacity: Int
    private(set) var count = 0

    /// - Parameter capacity: How many samples it takes at most; nil if the system has no room for as many.
    init?(capacity: Int) {
        self.capacity = max(capacity, 1)
        guard let memory = malloc(self.capacity * MemoryLayout<Float>.stride) else { return nil }
        start = memory.bindMemory(to: Float.self, capacity: self.capacity)
    }

    /// Reads all of a sound; nil if it takes more than `limit` bytes, or much more than it says.
    static func reading(_ reader: SoundReader, limit: Int) throws(SoundError) -> SampleMemory? {
        let channels = reader.format.channels
        let mostFrames = max(limit, 0) / MemoryLayout<Float>.stride / channels
        // What a file says of its length is not to be believed, but to stream it is never wrong. Resampling may give
        // some frames more than were counted on.
        let expected = reader.claimedFrameCount.map { min($0, mostFrames) + 64 } ?? mostFrames
        guard reader.claimedFrameCount ?? 0 <= mostFrames else { return nil }
        // One frame more would show that it is too long.
        let most = min(expected, mostFrames) * channels
        guard let memory = SampleMemory(capacity: most + channels) else {
            throw .unreadable(file: reader.name, errno: ENOMEM)
        }
        while memory.count <= most {
            let frames = try reader.read(into: memory.room)
            guard frames > 0 else {
                if memory.count == 0 { throw reader.emptiness }
                memory.finish()
                return memory
            }
            memory.advance(by: frames * channels)
        }
        return nil
    }

    deinit { free(start) }

    /// What is still free.
    var room: UnsafeMutableBufferPointer<Float> {
        UnsafeMutableBufferPointer(start: start + count, count: capacity - count)
    }

    /// Says that `count` samples have been written to the beginning of `room`.
    func advance(by count: Int) {
        precondition(count >= 0 && self.count + count <= capacity, "more samples than there is room for")
        self.count += count
    }

    /// Gives back what was not used. To be called before `samples` is read.
    func finish() {
        guard let shrunk = realloc(start, max(count, 1) * MemoryLayout<Float>.stride) else { return }
        start = shrunk.bindMemory(to: Float.self, capacity: max(count, 1))
    }

    var samples: UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: start, count: count) }
}
