/// A finished recording of a microphone.
public struct SoundRecording: Codable, Equatable, Sendable {
    /// The reason why a recording ended.
    public enum End: String, Codable, Sendable {
        /// The program stopped the recording, or the loop that started it has ended.
        case stopped
        /// The recording reached its maximum duration.
        case limit
        /// Too little space was left on the disk. The file contains the sound until then.
        case noRoom
        /// The microphone was unplugged. The file contains the sound until then.
        case lost
        /// The file could not be written; see `failure`.
        case failed
    }

    /// The path of the file; empty if nothing was recorded.
    public let path: String
    /// The duration of the sound in the file.
    public let duration: Duration
    /// The reason why the recording ended.
    public let end: End
    /// The message of the failure; nil if there was none.
    public let failure: String?

    /// Creates the result of a recording, for tests. `failure` is nil if there was none.
    public init(path: String, duration: Duration, end: End, failure: String? = nil) {
        (self.path, self.duration, self.end, self.failure) = (path, duration, end, failure)
    }
}

/// The format of a recording's file.
public enum RecordingFormat: String, CaseIterable, Sendable {
    /// Uncompressed, 16 bits: 5.5 MB a minute at 48 kHz.
    case wav
    /// Compressed without loss, 16 bits: about half the size of `wav`.
    case flac
}

/// The place to which recordings are written.
package protocol RecordingStore: Sendable {
    /// Begins a file of one channel. Does not wait for the disk.
    func begin(_ format: RecordingFormat, rate: Int) -> any RecordingFile

    /// Waits until the files that are being written are complete, for at most 2 s. Called when the program ends.
    func finish()
}

extension RecordingStore {
    package func finish() {}
}

/// A recording that is being written. Used by one thread at a time. No call waits for the disk.
package protocol RecordingFile: AnyObject {
    /// The reason why nothing more can be written; nil if there is none.
    var failure: SoundRecording.End? { get }

    /// Appends samples.
    func write(_ samples: [Int16])

    /// Completes the file. Called once, last.
    ///
    /// - Parameters:
    ///   - end: The reason, unless the file has a failure.
    ///   - completion: Called on any thread.
    func finish(_ end: SoundRecording.End, _ completion: @escaping @Sendable (SoundRecording) -> Void)
}
