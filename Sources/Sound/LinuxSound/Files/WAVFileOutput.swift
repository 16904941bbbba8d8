import CarillonAudio
import CarillonScheduling

/// An output to a WAV file of 16 bits: a recording from the engine's start to its close, in real time.
///
/// The file appears under its name when the engine is closed. Until then it grows in the same folder, under a name that
/// begins with a full stop. An earlier recording is replaced as a whole, or not at all; any other file is left alone.
/// Silence takes no space on disk.
///
/// A WAV file holds 4 GiB, more than 6 hours. A longer recording continues in another file: after `heard.wav` comes
/// `heard-2.wav`. When the disk is full, the recording ends and appears with the part written until then.
public final class WAVFileOutput: AudioOutput {
    public let format = AudioFormat.standard
    public let description: String
    private let pacer: Pacer

    /// Opens an output that records from its start.
    ///
    /// - Parameters:
    ///   - path: A name that ends in `.wav`, in a folder that exists.
    ///   - scheduler: The clock of the recording.
    /// - Throws: `AudioOutputError`, if the file cannot be written there.
    public init(path: String, pacedBy scheduler: any Scheduler) throws(AudioOutputError) {
        description = "file:\(path) (\(format))"
        pacer = Pacer(format: format, scheduler: scheduler, sink: try WAVFileWriter(path: path, format: format))
    }

    public var mayBlock: Bool { true }
    public func start(_ renderer: AudioRenderer) { pacer.start(renderer) }
    public func commandsDidArrive() { pacer.catchUp() }
    public func close() { pacer.close() }
}
