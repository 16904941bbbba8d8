import CarillonAudio
import CarillonScheduling

/// An output to a WAV file, 16 bits: what would be heard, in time, from the engine's start to its close.
///
/// The file appears under its name when the engine is closed; until then it grows beside it under a name that begins
/// with a full stop. An earlier recording is replaced as a whole, or not at all; any other file is left alone. Silence
/// takes no room on disk.
///
/// A WAV file holds 4 GiB, more than 6 hours. A longer recording continues in another file: after `heard.wav` comes
/// `heard-2.wav`. When the disk is full the recording ends, and appears with what was written until then.
public final class WAVFileOutput: AudioOutput {
    public let format = AudioFormat.standard
    public let description: String
    private let pacer: Pacer

    /// - Parameters:
    ///   - path: A name that ends in `.wav`, in a folder that exists.
    ///   - scheduler: Says how time passes.
    /// - Throws: `AudioOutputError`, if the file cannot be written there.
    public init(path: String, pacedBy scheduler: any Scheduler) throws(AudioOutputError) {
        description = "file:\(path) (\(format))"
        pacer = Pacer(format: format, scheduler: scheduler, sink: try WAVFileWriter(path: path, format: format))
    }

    public var mayWait: Bool { true }
    public func start(_ renderer: AudioRenderer) { pacer.start(renderer) }
    public func commandsWait() { pacer.catchUp() }
    public func close() { pacer.close() }
}
