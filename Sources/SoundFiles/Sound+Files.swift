import CarillonAudio

extension Sound {
    /// Loads a sound file: WAV, FLAC, Ogg (Vorbis, Opus), MP3, AIFF, AU, CAF. Takes a few milliseconds for
    /// each second of sound if the rates differ: load before the sound is needed. May be called from any thread.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - format: The format of the output that it is to be played on.
    ///   - limit: How many bytes the sound may take, with what decoding takes meanwhile. What takes more is streamed: a
    ///     second of it and the decoder, for each voice. The decoder is counted with the most that a file may make it
    ///     take: 64 KiB for samples, some 0.8 MiB for Vorbis, Opus and MP3, 9 MiB for FLAC; and resampling with
    ///     1.5 MiB, 2.5 MiB in stereo.
    /// - Throws: `SoundError`, which names the file and says what to do.
    public convenience init(
        contentsOf path: String, for format: AudioFormat, limit: Int = Sound.defaultLimit
    ) throws(SoundError) {
        try self.init(.path(path), for: format, limit: limit)
    }

    /// Loads a sound from the bytes of a sound file.
    ///
    /// - Parameters:
    ///   - bytes: What would be in the file. Kept in memory, beside what `limit` counts, if the sound is streamed.
    ///   - name: What to call it in messages.
    ///   - format: The format of the output that it is to be played on.
    ///   - limit: As in `init(contentsOf:for:limit:)`.
    /// - Throws: `SoundError`, which names the sound and says what to do.
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
    /// Reads a streamed sound from its beginning; nil if the sound is in memory.
    func openFile() throws(SoundError) -> SoundReader? { try (stream as? StreamedFile)?.open() }

    /// Calls `body` with all samples from the first to the last, piece by piece: a streamed sound is read for it.
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
    /// Loads a sound for this engine. Decodes and resamples all of it: not for a loop's thread while it runs.
    ///
    /// - Throws: `SoundError`, which names the file and says what to do.
    public func load(_ path: String) throws(SoundError) -> Sound { try Sound(contentsOf: path, for: format) }
}
