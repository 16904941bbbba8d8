import AudioTestSupport
import Foundation
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// Recordings as files.
@Suite struct RecordingTests {
    private let folder: TemporaryFolder
    private let samples = (0..<100_000).map { Int16(truncatingIfNeeded: $0 * 7919) }

    init() throws { folder = try TemporaryFolder() }

    private func record(
        _ format: RecordingFormat = .wav, in store: DiskRecordings, _ samples: [Int16]
    ) async -> SoundRecording {
        let file = store.begin(format, rate: 48_000)
        for start in stride(from: 0, to: samples.count, by: 960) {
            file.write(Array(samples[start..<min(start + 960, samples.count)]))
        }
        return await withCheckedContinuation { continuation in
            file.finish(.stopped) { continuation.resume(returning: $0) }
        }
    }

    private var store: DiskRecordings { DiskRecordings(in: folder.path, leaving: 0) }

    @Test func wavHasEachSampleAndIsReadableByItsUserOnly() async throws {
        let recording = await record(in: store, samples)
        expectEqual(recording.path, folder.file("recordings/0001.wav"))
        expectEqual(recording.duration, AudioFormat(rate: 48_000, channels: 1).duration(ofFrames: samples.count))
        #expect(recording.end == .stopped && recording.failure == nil)
        expectEqual(try WAV(reading: recording.path), WAV(channels: 1, samples: samples))
        let file = try FileManager.default.attributesOfItem(atPath: recording.path)
        let directory = try FileManager.default.attributesOfItem(atPath: folder.file("recordings"))
        #expect(file[.posixPermissions] as? Int == 0o600)
        #expect(directory[.posixPermissions] as? Int == 0o700)
    }

    @Test func flacHasEachSample() async throws {
        let recording = await record(.flac, in: store, samples)
        expectEqual(recording.path, folder.file("recordings/0001.flac"))
        let sound = try Sound(contentsOf: recording.path, for: AudioFormat(rate: 48_000, channels: 1))
        expectEqual(sound.int16s, samples)
    }

    @Test func namesAreNumberedAcrossFormatsAndStarts() async throws {
        for number in ["0041", "\(Int.max)", "-7"] { try folder.write("", to: "recordings/\(number).wav") }
        let first = await record(.flac, in: store, samples)
        let second = await record(in: store, samples)
        #expect(first.path.hasSuffix("/0042.flac"))
        #expect(second.path.hasSuffix("/0043.wav"))
    }

    @Test func unfinishedFileIsCompleteUpToTheLastSecond() async throws {
        let store = store
        let file = store.begin(.wav, rate: 48_000)
        for _ in 0..<5 { file.write(Array(samples[..<24_000])) }
        let path = folder.file("recordings/0001.wav")
        // Files are written in the order of their recordings, so the first one is on its way.
        _ = await record(in: store, [1])
        let wav = try WAV(reading: path)
        expectEqual(wav.samples.count, 96_000)
        expectEqual(wav.samples.prefix(24_000), samples[..<24_000])
        await withCheckedContinuation { continuation in file.finish(.stopped) { _ in continuation.resume() } }
    }

    @Test func recordingWithoutRoomOrSamplesLeavesNoFile() async throws {
        let large = await record(in: DiskRecordings(in: folder.path, leaving: .max), samples)
        expectEqual(large, SoundRecording(path: "", duration: .zero, end: .noRoom))
        let empty = await record(in: store, [])
        expectEqual(empty, SoundRecording(path: "", duration: .zero, end: .stopped))
        expectEqual(folder.contents, ["recordings"])
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.file("recordings")), [])
    }

    @Test func folderThatCannotBeWrittenIsReportedWithTheReason() async throws {
        try folder.write("", to: "recordings")
        let recording = await record(in: store, samples)
        expectEqual(recording.end, .failed)
        expectEqual(recording.failure?.contains("recordings/0001.wav"), true)
        let homeless = await record(in: DiskRecordings(in: nil), samples)
        expectEqual(homeless.failure?.contains("STATE_DIRECTORY"), true)
    }
}
