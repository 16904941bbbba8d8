import CarillonAudio

/// The microphones of a board, and what they depend on.
package struct BoardSound: Sendable {
    let microphones: any AudioInputs
    let recordings: any RecordingStore
    /// Returns whether the loudspeaker sounds. Called from any thread.
    let isSounding: @Sendable () -> Bool

    /// - Parameters:
    ///   - microphones: The microphones.
    ///   - recordings: Takes the recordings.
    ///   - isSounding: Returns whether the loudspeaker sounds. Called from any thread.
    package init(
        microphones: any AudioInputs, recordings: any RecordingStore, isSounding: @escaping @Sendable () -> Bool
    ) {
        (self.microphones, self.recordings, self.isSounding) = (microphones, recordings, isSounding)
    }

    /// Waits until the recordings that have been stopped are complete, for at most 2 s.
    package func finishRecordings() { recordings.finish() }

    /// No sound, for a device without a board.
    static var none: BoardSound {
        BoardSound(microphones: NoMicrophones(), recordings: NoRecordings(), isSounding: { false })
    }
}

private final class NoMicrophones: AudioInputs, AudioInput {
    func input(_ device: String, gain: Double) -> any AudioInput { self }
    func start(_ sink: CaptureSink) {}
    func stop() {}
    func commandsDidArrive() {}
}

private final class NoRecordings: RecordingStore, RecordingFile {
    var failure: SoundRecording.End? { .failed }

    func begin(_ format: RecordingFormat, rate: Int) -> any RecordingFile { self }
    func write(_ samples: [Int16]) {}
    func finish(_ end: SoundRecording.End, _ completion: @escaping @Sendable (SoundRecording) -> Void) {
        completion(
            SoundRecording(path: "", duration: .zero, end: .failed, failure: "a device without a board has no files"))
    }
}
