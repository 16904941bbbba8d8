import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonAudio

/// The way of the frames of a microphone to its recording.
@Suite struct CaptureSinkTests {
    /// A recording of the last second in frames of another rate would be too fast or too slow.
    @Test func preRollOfAnotherRateIsDiscarded() {
        let recordings = Recordings()
        let sink = CaptureSink(deafTime: 0, store: recordings, isSounding: { false }, report: { _ in })
        sink.send(.keep(1_000))
        hear(Array(repeating: 0.25, count: 480), at: 48_000, with: sink)
        hear(Array(repeating: 0.5, count: 160), at: 16_000, with: sink)
        sink.send(.record(1, limit: .seconds(1), preRoll: .milliseconds(500), .wav))
        hear([0.125], at: 16_000, with: sink)
        expectEqual(recordings.samples.withLock { $0 }, Array(repeating: 16_384, count: 160) + [4_096])
    }

    @Test func absentDeviceRecordsSilenceAtTheStandardRate() {
        let recordings = Recordings()
        let sink = CaptureSink(deafTime: 0, store: recordings, isSounding: { false }, report: { _ in })
        sink.send(.keep(1_000))
        sink.passLostSecond()
        sink.send(.record(1, limit: .seconds(1), preRoll: .milliseconds(500), .wav))
        hear([0.125], at: 48_000, with: sink)
        expectEqual(recordings.samples.withLock { $0 }, Array(repeating: 0, count: 24_000) + [4_096])
    }

    private func hear(_ samples: [Float], at rate: Int, with sink: CaptureSink) {
        samples.withUnsafeBufferPointer { sink.hear($0, rate: rate) }
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
