import CarillonScheduling
import Testing

@testable import CarillonAudio

/// The way of the frames of a microphone to its recording.
@Suite struct EarTests {
    /// A recording of the last second in frames of another rate would be too fast or too slow.
    @Test func preRollOfAnotherRateIsForgotten() {
        let recordings = Recordings()
        let ear = Ear(deafTime: 0, store: recordings, isSounding: { false }, report: { _ in })
        ear.send(.keep(1_000))
        hear(Array(repeating: 0.25, count: 480), at: 48_000, with: ear)
        hear(Array(repeating: 0.5, count: 160), at: 16_000, with: ear)
        ear.send(.record(1, limit: .seconds(1), preRoll: .milliseconds(500), .wav))
        hear([0.125], at: 16_000, with: ear)
        #expect(recordings.samples.withLock { $0 } == Array(repeating: 16_384, count: 160) + [4_096])
    }

    @Test func absentDeviceRecordsSilenceAtTheStandardRate() {
        let recordings = Recordings()
        let ear = Ear(deafTime: 0, store: recordings, isSounding: { false }, report: { _ in })
        ear.send(.keep(1_000))
        ear.passLostSecond()
        ear.send(.record(1, limit: .seconds(1), preRoll: .milliseconds(500), .wav))
        hear([0.125], at: 48_000, with: ear)
        #expect(recordings.samples.withLock { $0 } == Array(repeating: 0, count: 24_000) + [4_096])
    }

    private func hear(_ samples: [Float], at rate: Int, with ear: Ear) {
        samples.withUnsafeBufferPointer { ear.hear($0, rate: rate) }
    }
}

/// Keeps the samples of one recording.
private final class Recordings: RecordingStore, RecordingFile {
    let samples = Locked<[Int16]>([])
    let failure: SoundRecording.End? = nil

    func begin(_ format: RecordingFormat, rate: Int) -> any RecordingFile { self }
    func write(_ samples: [Int16]) { self.samples.withLock { $0 += samples } }
    func finish(_ end: SoundRecording.End, _ completion: @escaping @Sendable (SoundRecording) -> Void) {}
}
