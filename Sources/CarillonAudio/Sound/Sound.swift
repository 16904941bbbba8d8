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
        case stream(any StreamedSamples)
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

    /// Makes a sound of memory that has been filled and finished.
    package init(name: String, format: AudioFormat, memory: SampleMemory) {
        self.name = name
        self.format = format
        frameCount = memory.count / format.channels
        storage = .memory(memory)
    }

    /// Makes a sound that is read while it plays.
    ///
    /// - Parameter frameCount: What its file says; 0 if it does not say.
    package init(name: String, format: AudioFormat, frameCount: Int, stream: any StreamedSamples) {
        self.name = name
        self.format = format
        self.frameCount = frameCount
        storage = .stream(stream)
    }

    /// Whether it is read while it plays.
    public var isStreamed: Bool { if case .stream = storage { true } else { false } }

    /// Why the last voice of a streamed sound could not read it and has ended; nil if that has not happened. May be read
    /// from any thread.
    public var failure: SoundError? {
        guard case .stream(let stream) = storage else { return nil }
        return stream.failure
    }

    /// How long it lasts; of a streamed sound, what its file says.
    public var duration: Duration { format.duration(ofFrames: frameCount) }

    /// Calls `body` with the samples, interleaved, full scale 1; with none if the sound is streamed. They are valid during
    /// the call only.
    public func withSamples<Result>(_ body: (UnsafeBufferPointer<Float>) throws -> Result) rethrows -> Result {
        try body(samples)
    }
}

extension Sound {
    /// What reads a streamed sound; nil if the sound is in memory.
    package var stream: (any StreamedSamples)? {
        guard case .stream(let stream) = storage else { return nil }
        return stream
    }

    /// None, if the sound is streamed.
    package var samples: UnsafeBufferPointer<Float> {
        switch storage {
        case .memory(let memory): memory.samples
        case .stream: UnsafeBufferPointer(start: nil, count: 0)
        }
    }
}

extension Sound: SampleSource {
    /// The source of a new voice. Called on the thread that plays the sound.
    ///
    /// - Parameter mayWait: Whether the voice's output may wait for a file.
    func makeSource(mayWait: Bool) -> any SampleSource {
        guard case .stream(let stream) = storage else { return self }
        return stream.makeSource(mayWait: mayWait)
    }

    package var length: Int? { frameCount }

    package func samples(from frame: Int) -> SampleSupply {
        let start = frame * format.channels
        guard start < samples.count else { return .end }
        return .ready(UnsafeBufferPointer(rebasing: samples[start...]))
    }
}

extension Sound: CustomStringConvertible {
    public var description: String { "\(name) (\(duration), \(format))" }
}
