/// A sound, ready to be mixed: decoded, resampled and mapped to an output's channels.
///
/// A short one is loaded: all of that is done once. One that would take more memory than a limit is streamed: each voice
/// has it read by a thread of ordinary priority while it plays, a second ahead, and begins as soon as the first frames
/// are there. Any number of voices may play either at once. A 16-bit file at the output's rate comes out of the mixer as
/// it went in, to the bit; mono is copied to every channel.
///
/// It never changes, so it may be used from any thread.
public final class Sound: Sendable {
    /// Where its samples are.
    private enum Storage {
        case memory(SampleMemory)
        case file(StreamedFile)
    }

    /// How large a sound may be in memory if nothing else is said: 64 MiB, nearly three minutes of 48 kHz stereo.
    public static let defaultLimit = 64 << 20

    /// What to call it in messages: the path, for a sound that was loaded from a file.
    public let name: String
    /// The format that it is in, which is its output's.
    public let format: AudioFormat
    /// Its length in frames. Of a streamed sound it is what the file says, 0 if it does not say.
    public let frameCount: Int

    private let storage: Storage

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
        contentsOf path: String, for format: AudioFormat, limit: Int = defaultLimit
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
        bytes: [UInt8], name: String, for format: AudioFormat, limit: Int = defaultLimit
    ) throws(SoundError) {
        try self.init(.bytes(bytes, name: name), for: format, limit: limit)
    }

    /// Makes a sound of samples.
    ///
    /// - Parameters:
    ///   - name: What to call it in messages.
    ///   - format: The format of the output that it is to be played on.
    ///   - samples: Interleaved, full scale is 1. What is left over after the last whole frame is not used. A sample
    ///     that is not a finite number counts as 0.
    public init(name: String, format: AudioFormat, samples: [Float]) {
        self.name = name
        self.format = format
        frameCount = samples.count / format.channels
        let count = frameCount * format.channels
        guard let memory = SampleMemory(capacity: count) else { fatalError("no memory for \(count) samples") }
        let room = memory.room
        for index in 0..<count { room[index] = samples[index].isFinite ? samples[index] : 0 }
        memory.advance(by: count)
        memory.finish()
        storage = .memory(memory)
    }

    private init(_ origin: SoundOrigin, for format: AudioFormat, limit: Int) throws(SoundError) {
        name = origin.name
        self.format = format
        let reader = try origin.open(in: format, limit: limit)
        if let memory = try SampleMemory.reading(reader, limit: limit - reader.memory) {
            frameCount = memory.count / format.channels
            storage = .memory(memory)
        } else {
            frameCount = reader.claimedFrameCount ?? 0
            storage = .file(try StreamedFile(origin, like: reader, limit: limit))
        }
    }

    /// Whether it is read while it plays.
    public var isStreamed: Bool { if case .file = storage { true } else { false } }

    /// Why the last voice of a streamed sound could not read it and has ended; nil if that has not happened. May be read
    /// from any thread.
    public var failure: SoundError? {
        guard case .file(let file) = storage else { return nil }
        return file.failure.withLock { $0 }
    }

    /// How long it lasts; of a streamed sound, what its file says.
    public var duration: Duration { format.duration(ofFrames: frameCount) }

    /// Calls `body` with the samples, interleaved, full scale 1; with none if the sound is streamed. They are valid during
    /// the call only.
    public func withSamples<Result>(_ body: (UnsafeBufferPointer<Float>) throws -> Result) rethrows -> Result {
        try body(samples)
    }

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

extension Sound {
    /// Reads a streamed sound from its beginning; nil if the sound is in memory.
    func openFile() throws(SoundError) -> SoundReader? {
        guard case .file(let file) = storage else { return nil }
        return try file.open()
    }

    /// None, if the sound is streamed.
    var samples: UnsafeBufferPointer<Float> {
        switch storage {
        case .memory(let memory): memory.samples
        case .file: UnsafeBufferPointer(start: nil, count: 0)
        }
    }
}

extension Sound: SampleSource {
    /// The source of a new voice. Called on the thread that plays the sound.
    ///
    /// - Parameter mayWait: Whether the voice's output may wait for a file.
    func makeSource(mayWait: Bool) -> any SampleSource {
        guard case .file(let file) = storage else { return self }
        let stream = SoundStream(file, mayWait: mayWait)
        if !mayWait { stream.readAhead() }
        return stream
    }

    var length: Int? { frameCount }

    func samples(from frame: Int) -> SampleSupply {
        let start = frame * format.channels
        guard start < samples.count else { return .end }
        return .ready(UnsafeBufferPointer(rebasing: samples[start...]))
    }
}

extension Sound: CustomStringConvertible {
    public var description: String { "\(name) (\(duration), \(format))" }
}
