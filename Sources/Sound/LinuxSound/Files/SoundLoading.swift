import CarillonAudio
import Glibc

extension Sound {
    /// Loads a sound file: WAV, FLAC, Ogg (Vorbis, Opus), MP3, AIFF, AU or CAF. If ffmpeg is installed, also M4A, AAC and
    /// WMA; `limit` does not count the memory of its process. Loading takes a few milliseconds for each second of sound if
    /// the rates differ, so load sounds before they are needed. May be called from any thread.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - format: The format of the output that plays it.
    ///   - limit: The maximum memory of the sound in bytes, including the memory for decoding. A larger sound is streamed:
    ///     each voice then holds one second of it, and a decoder. A decoder counts as 64 KiB for uncompressed samples,
    ///     0.25 MiB for MP3, 1 MiB for Vorbis and Opus, and 9 MiB for FLAC. Resampling adds 1.5 MiB, or 2.5 MiB in stereo.
    /// - Throws: `SoundError`, with the file and the remedy.
    public convenience init(
        contentsOf path: String, for format: AudioFormat, limit: Int = Sound.defaultLimit
    ) throws(SoundError) {
        try self.init(.path(path), for: format, limit: limit)
    }

    /// Loads a sound from the bytes of a sound file.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file. If the sound is streamed, they stay in memory, and `limit` does not count
    ///     them.
    ///   - name: The name in messages.
    ///   - format: The format of the output that plays it.
    ///   - limit: The maximum memory of the sound in bytes; see `init(contentsOf:for:limit:)`.
    /// - Throws: `SoundError`, with the name and the remedy.
    public convenience init(
        bytes: [UInt8], name: String, for format: AudioFormat, limit: Int = Sound.defaultLimit
    ) throws(SoundError) {
        try self.init(.bytes(bytes, name: name), for: format, limit: limit)
    }

    private convenience init(_ origin: SoundOrigin, for format: AudioFormat, limit: Int) throws(SoundError) {
        let reader = try origin.open(in: format, limit: limit)
        if let memory = try SampleMemory.reading(reader, limit: limit - reader.memory) {
            self.init(name: origin.name, format: format, memory: memory)
        } else {
            self.init(
                name: origin.name, format: format, frameCount: reader.claimedFrameCount ?? 0,
                stream: try StreamedFile(origin, like: reader, limit: limit))
        }
    }
}

extension Sound {
    /// Opens the file of a streamed sound at the first frame; returns nil if the sound is in memory.
    func openFile() throws(SoundError) -> SoundReader? { try (stream as? StreamedFile)?.open() }

    /// Calls `body` with all samples from the first to the last, piece by piece. Reads the file of a streamed sound.
    func forEachPiece(_ body: (UnsafeBufferPointer<Float>) throws -> Void) throws {
        guard let reader = try openFile() else { return try body(samples) }
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4_096 * format.channels)
        defer { buffer.deallocate() }
        while case let frames = try reader.read(into: buffer), frames > 0 {
            try body(UnsafeBufferPointer(rebasing: buffer[..<(frames * format.channels)]))
        }
    }
}

extension AudioEngine {
    /// Loads a sound for this engine. Reading and resampling take time, so do not call this method on the thread of a
    /// running loop.
    ///
    /// - Throws: `SoundError`, with the file and the remedy.
    public func load(_ path: String) throws(SoundError) -> Sound { try Sound(contentsOf: path, for: format) }
}

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
