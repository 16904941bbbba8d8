import CarillonAudio
import Glibc

extension SampleMemory {
    /// Reads a whole sound; nil if it takes more than `limit` bytes, or is much longer than its file declares.
    static func reading(_ reader: SoundReader, limit: Int) throws(SoundError) -> SampleMemory? {
        let channels = reader.format.channels
        let maximumFrames = max(limit, 0) / MemoryLayout<Float>.stride / channels
        // The length that a file declares may be wrong. In that case the sound is streamed, which is always correct.
        // Resampling may produce some frames more than expected.
        let expected = reader.claimedFrameCount.map { min($0, maximumFrames) + 64 } ?? maximumFrames
        guard reader.claimedFrameCount ?? 0 <= maximumFrames else { return nil }
        // Room for one frame more, which shows that the sound is too long.
        let most = min(expected, maximumFrames) * channels
        guard let memory = SampleMemory(capacity: most + channels) else {
            throw .unreadable(file: reader.name, errno: ENOMEM)
        }
        while memory.count <= most {
            let frames = try reader.read(into: memory.room)
            guard frames > 0 else {
                if memory.count == 0 { throw reader.emptyFileError }
                memory.finish()
                return memory
            }
            memory.advance(by: frames * channels)
        }
        return nil
    }
}
