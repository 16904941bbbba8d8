/// A sound that is ready to be mixed: decoded, resampled and mapped to an output's channels.
///
/// A short sound is loaded and prepared once, and stays in memory. A sound that needs more memory than a limit is streamed: for
/// each voice, a thread of ordinary priority reads the file while the voice plays, up to a second ahead. The voice starts as
/// soon as the first frames are available. Any number of voices may play the same sound at once. A 16-bit file at the output's
/// rate passes through the mixer bit-exact; mono is copied to every channel.
///
/// A sound is immutable, so any thread may use it.
public final class Sound: Sendable {
    /// The storage of its samples.
    private enum Storage {
        case memory(SampleMemory)
        case stream(any StreamedSamples)
    }

    /// The default limit for a sound in memory, in bytes: 64 MiB, nearly three minutes of 48 kHz stereo. Larger sounds are
    /// streamed.
    public static let defaultLimit = 64 << 20

    /// The name in error messages. For a sound that was loaded from a file, its path.
    public let name: String
    /// The format of the samples: the format of the output that plays the sound.
    public let format: AudioFormat
    /// The length in frames. For a streamed sound, the length that its file states, or 0 if it states none.
    public let frameCount: Int

    private let storage: Storage

    /// Makes a sound from samples.
    ///
    /// - Parameters:
    ///   - name: The name in messages.
    ///   - format: The format of the output that plays the sound.
    ///   - samples: Interleaved, full scale is 1. Samples after the last whole frame are ignored. A sample that is not
    ///     a finite number counts as 0.
    public init(name: String, format: AudioFormat, samples: [Float]) {
        self.name = name
        self.format = format
        frameCount = samples.count / format.channels
        let count = frameCount * format.channels
        guard let memory = SampleMemory(capacity: count) else {
            fatalError("cannot allocate memory for \(count) samples")
        }
        let room = memory.room
        for index in 0..<count { room[index] = samples[index].isFinite ? samples[index] : 0 }
        memory.advance(by: count)
        memory.finish()
        storage = .memory(memory)
    }

    /// Makes a sound from memory that has been filled and finished.
    package init(name: String, format: AudioFormat, memory: SampleMemory) {
        self.name = name
        self.format = format
        frameCount = memory.count / format.channels
        storage = .memory(memory)
    }

    /// Makes a sound that is read while it plays.
    ///
    /// - Parameter frameCount: The length that its file states; 0 if it states none.
    package init(name: String, format: AudioFormat, frameCount: Int, stream: any StreamedSamples) {
        self.name = name
        self.format = format
        self.frameCount = frameCount
        storage = .stream(stream)
    }

    /// Whether the sound is streamed: read from its file while it plays.
    public var isStreamed: Bool { if case .stream = storage { true } else { false } }

    /// The last error in reading a streamed sound; nil if there was none. Such an error ends the voice. May be read from any
    /// thread.
    public var failure: SoundError? {
        guard case .stream(let stream) = storage else { return nil }
        return stream.failure
    }

    /// The duration. For a streamed sound, the duration that its file states, or zero if it states none.
    public var duration: Duration { format.duration(ofFrames: frameCount) }

    /// Calls `body` with the samples, interleaved, full scale 1. The buffer is valid during the call only, and is empty for a
    /// streamed sound.
    public func withSamples<Result>(_ body: (UnsafeBufferPointer<Float>) throws -> Result) rethrows -> Result {
        try body(samples)
    }
}

extension Sound {
    /// The reader of a streamed sound; nil if the sound is in memory.
    package var stream: (any StreamedSamples)? {
        guard case .stream(let stream) = storage else { return nil }
        return stream
    }

    /// The samples in memory; empty if the sound is streamed.
    package var samples: UnsafeBufferPointer<Float> {
        switch storage {
        case .memory(let memory): memory.samples
        case .stream: UnsafeBufferPointer(start: nil, count: 0)
        }
    }
}

extension Sound: SampleSource {
    /// Returns the source for a new voice. Called on the thread that plays the sound.
    ///
    /// - Parameter mayBlock: Whether the voice's output may wait for a file.
    func makeSource(mayBlock: Bool) -> any SampleSource {
        guard case .stream(let stream) = storage else { return self }
        return stream.makeSource(mayBlock: mayBlock)
    }

    package var length: Int? { frameCount }

    package func samples(from frame: Int) -> SampleSupply {
        let start = frame * format.channels
        guard start < samples.count else { return .end }
        return .ready(UnsafeBufferPointer(rebasing: samples[start...]))
    }
}

extension Sound: CustomStringConvertible {
    public var description: String { "\(name) (\(duration.inWords), \(format))" }
}
