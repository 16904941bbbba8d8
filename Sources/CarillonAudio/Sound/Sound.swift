/// A sound in memory, ready to be mixed: decoded, resampled and mapped to an output's channels once, when it is loaded.
///
/// It never changes, so any thread may read it and any number of voices may play it at once. A 16-bit file at the
/// output's rate comes out of the mixer as it went in, to the bit; mono is copied to every channel.
///
/// `@unchecked Sendable`: the samples are written before `init` returns and never again.
public final class Sound: @unchecked Sendable {
    /// How large a sound may be in memory if nothing else is said: 64 MiB, nearly three minutes of 48 kHz stereo.
    public static let defaultLimit = 64 << 20

    /// What to call it in messages: the path, for a sound that was loaded from a file.
    public let name: String
    /// The format that it is in, which is its output's.
    public let format: AudioFormat
    /// Its length in frames.
    public let frameCount: Int

    /// Interleaved, full scale is 1.
    let samples: UnsafeBufferPointer<Float>

    /// Loads a sound file: WAV, FLAC, Ogg, MP3, AIFF and whatever else libsndfile reads. Takes a few milliseconds for
    /// each second of sound if the rates differ: load before the sound is needed. May be called from any thread.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - format: The format of the output that it is to be played on.
    ///   - limit: How many bytes the decoded sound may take, before and after resampling.
    /// - Throws: `SoundError`, which names the file and says what to do.
    public convenience init(
        contentsOf path: String, for format: AudioFormat, limit: Int = defaultLimit
    ) throws(SoundError) {
        let recording = try SoundFileReader.read(path, limit: limit)
        let converted = try recording.converted(to: format, file: path, limit: limit)
        self.init(name: path, format: format, samples: converted)
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
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: frameCount * format.channels)
        for index in memory.indices {
            memory.initializeElement(at: index, to: samples[index].isFinite ? samples[index] : 0)
        }
        self.samples = UnsafeBufferPointer(memory)
    }

    deinit { samples.deallocate() }

    /// How long it lasts.
    public var duration: Duration { format.duration(ofFrames: frameCount) }

    /// Calls `body` with the samples, interleaved, full scale 1. They are valid during the call only.
    public func withSamples<Result>(_ body: (UnsafeBufferPointer<Float>) throws -> Result) rethrows -> Result {
        try body(samples)
    }
}

extension Sound: CustomStringConvertible {
    public var description: String { "\(name) (\(duration), \(format))" }
}
