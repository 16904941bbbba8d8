import AudioTestSupport
import CHardware
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// Ogg files as encoders write them, and as attackers do.
@Suite struct OggSoundTests {
    /// Three seconds of noise.
    struct Recording: CustomTestStringConvertible {
        var codec: Int
        var channels: Int

        var testDescription: String { "\(codec == SF_FORMAT_VORBIS ? "Vorbis" : "Opus"), \(channels) channels" }
    }

    static let recordings = [SF_FORMAT_VORBIS, SF_FORMAT_OPUS].flatMap { codec in
        [1, 2, 8].map { Recording(codec: codec, channels: $0) }
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func bytes(_ recording: Recording) throws -> [UInt8] {
        let path = folder.file("noise.ogg")
        var info = SF_INFO()
        (info.samplerate, info.channels) = (48_000, Int32(recording.channels))
        info.format = Int32(SF_FORMAT_OGG | recording.codec)
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        var noise = SeededGenerator(state: 1)
        for _ in 0..<30 {
            let count = 4_800 * recording.channels
            let samples = (0..<count).map { _ in Int16.random(in: -16_384...16_384, using: &noise) }
            sf_writef_short(file, samples, 4_800)
        }
        sf_close(file)
        return try readBytes(path)
    }

    private func load(_ bytes: [UInt8]) throws -> Sound { try Sound(bytes: bytes, name: "noise", for: .standard) }

    @Test(arguments: recordings) func fileIsDecodedCompletely(recording: Recording) throws {
        expectEqual(try load(bytes(recording)).frameCount, 144_000)
    }

    /// Without the guard, libsndfile returns 2^30 frames of whatever is in the memory.
    @Test func lastPageThatGoesBackEndsTheSound() throws {
        var file = OggFile(try bytes(Recording(codec: SF_FORMAT_OPUS, channels: 1)))
        let last = try #require(file.pages.indices.last)
        file.setPosition(file.position(of: last - 1) + 1 << 32 - 1 << 30, of: last - 1)
        #expect(try load(file.bytes).frameCount < 144_000)
    }

    /// libvorbis sorts the codewords on the stack. The million would take 12 MB there, more than a thread has.
    @Test(arguments: [4, 15, 20]) func codebookOfAnySizeIsRefusedWithoutACrash(bits: Int) {
        let codebook = VorbisFile.Codebook(bits: bits)
        _ = expectError(SoundError.self) { try load(VorbisFile(codebooks: [codebook]).bytes) }
    }

    @Test(arguments: ["\u{7F}FLAC", "Speex   ", "fishead", ""]) func otherCodecsAreRefused(name: String) {
        var file = OggFile()
        file.addPage([ascii(name) + [UInt8](repeating: 0, count: 80)], flags: 2)
        file.addPage([[UInt8](repeating: 0, count: 80)])
        #expect(throws: SoundError.notASound(file: "noise", reason: "Format not recognised")) { try load(file.bytes) }
    }
}
