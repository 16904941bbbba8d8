import AudioTestSupport
import CSndfile
import TestSupport
import Testing

@testable import CarillonAudio
@testable import SoundFiles

/// The memory bound and the packet guard, for files that libsndfile writes.
@Suite struct OggDecodingTests {
    /// Three seconds of noise.
    struct Recording: CustomTestStringConvertible {
        var codec: Int
        var channels: Int
        /// The most memory that libsndfile 1.2.0 and its libraries have allocated, in KiB.
        var measured: Int

        var testDescription: String { "\(codec == SF_FORMAT_VORBIS ? "Vorbis" : "Opus"), \(channels) channels" }
    }

    static let recordings = [
        Recording(codec: SF_FORMAT_VORBIS, channels: 1, measured: 197),
        Recording(codec: SF_FORMAT_VORBIS, channels: 2, measured: 202),
        Recording(codec: SF_FORMAT_VORBIS, channels: 8, measured: 315),
        Recording(codec: SF_FORMAT_OPUS, channels: 1, measured: 175),
        Recording(codec: SF_FORMAT_OPUS, channels: 2, measured: 212),
        Recording(codec: SF_FORMAT_OPUS, channels: 8, measured: 391),
    ]

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ recording: Recording) throws -> [UInt8] {
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

    /// Most of the bound is for pages of 64 KiB. These files have none, but other files may.
    @Test(arguments: recordings) func theBoundIsAboveWhatDecodingTakesAndNotFar(recording: Recording) throws {
        let memory = try #require(decoderMemory(file(recording))) >> 10
        #expect((recording.measured..<(5 * recording.measured)).contains(memory))
    }

    @Test(arguments: recordings) func allOfItMayBeRead(recording: Recording) throws {
        let bytes = try file(recording)
        let sound = OggSound(start: 0) { range in Array(bytes[range.clamped(to: bytes.indices)]) }
        var packetGuard = try #require(sound).packetGuard
        for offset in stride(from: 0, to: bytes.count, by: 2_048) {
            let isAllowed = bytes[offset...].prefix(2_048).withUnsafeBytes { packetGuard.allows($0, at: offset) }
            #expect(isAllowed)
        }
    }
}
