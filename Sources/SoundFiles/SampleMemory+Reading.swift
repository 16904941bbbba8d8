import CarillonAudio
import Glibc

extension SampleMemory {
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
}
