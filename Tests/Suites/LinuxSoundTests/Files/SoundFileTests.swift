import AudioTestSupport
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

@Suite struct SoundFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func soundIsWrittenSampleForSample() throws {
        let samples = (Int16.min...Int16.max).map { $0 }
        let path = folder.file("written.wav")
        try Sound(samples).write(to: path)
        expectEqual(try WAV(reading: path), WAV(samples: samples))
    }

    @Test func streamedSoundIsWrittenCompletely() throws {
        let samples = (0..<20_000).map { Int16($0) }
        let source = try folder.write(WAV(samples: samples).bytes, to: "source.wav")
        let sound = try Sound(contentsOf: source, for: .standard, limit: SoundStreamTests.limit)
        #expect(sound.isStreamed)
        try sound.write(to: folder.file("written.wav"))
        expectEqual(try WAV(reading: folder.file("written.wav")), WAV(samples: samples))
    }

    @Test func foreignFileIsNotOverwritten() throws {
        let path = try folder.write(WAV(samples: [1, 2]).bytes, to: "theirs.wav")
        #expect(throws: AudioOutputError.wouldOverwrite(file: path)) { try Sound([3, 4]).write(to: path) }
        expectEqual(try WAV(reading: path).samples, [1, 2])
    }
}
