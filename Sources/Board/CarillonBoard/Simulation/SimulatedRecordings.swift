import CarillonAudio
import CarillonScheduling

/// The recordings of a simulated board, which are no files.
package final class SimulatedRecordings: RecordingStore {
    private struct State {
        var finished: [SoundRecording] = []
        var count = 0
        var failure: SoundRecording.End?
    }

    private let state = Locked(State())
    private let onFinish: @Sendable ([SoundRecording]) -> Void

    /// - Parameter onFinish: Called with all recordings when one has ended.
    package init(onFinish: @escaping @Sendable ([SoundRecording]) -> Void = { _ in }) { self.onFinish = onFinish }

    /// The recordings that have ended, the earliest first.
    package var finished: [SoundRecording] { state.withLock { $0.finished } }

    /// The reason why nothing can be recorded; nil if it can.
    package var failure: SoundRecording.End? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    package func begin(_ format: RecordingFormat, rate: Int) -> any RecordingFile {
        File(AudioFormat(rate: rate, channels: 1), format, of: self)
    }

    private func finish(
        _ end: SoundRecording.End, _ duration: Duration, _ format: RecordingFormat
    ) -> SoundRecording {
        let recording = state.withLock { state in
            if duration > .zero { state.count += 1 }
            let digits = "\(state.count)"
            let name = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
            let path = duration > .zero ? "/recordings/\(name).\(format.rawValue)" : ""
            let recording = SoundRecording(path: path, duration: duration, end: end)
            state.finished.append(recording)
            return recording
        }
        onFinish(finished)
        return recording
    }

    private final class File: RecordingFile {
        private let sound: AudioFormat
        private let format: RecordingFormat
        private let store: SimulatedRecordings
        private var frames = 0

        init(_ sound: AudioFormat, _ format: RecordingFormat, of store: SimulatedRecordings) {
            (self.sound, self.format, self.store) = (sound, format, store)
        }

        var failure: SoundRecording.End? { store.failure }

        func write(_ samples: [Int16]) { frames += samples.count }

        func finish(_ end: SoundRecording.End, _ completion: @escaping @Sendable (SoundRecording) -> Void) {
            completion(store.finish(failure ?? end, sound.duration(ofFrames: frames), format))
        }
    }
}
