import AudioTestSupport
import CHardware
import Foundation
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// A file may come from anywhere. Whatever its content, loading it returns a sound or throws an error.
@Suite struct SoundFuzzTests {
    static let formats: [Int] = [
        SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM, SF_FORMAT_WAV | SF_FORMAT_FLOAT,
        SF_FORMAT_AIFF | SF_FORMAT_PCM_24, SF_FORMAT_AU | SF_FORMAT_ULAW, SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
        SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS, SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III,
    ]

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a tenth of a second in one of the formats, and returns the bytes.
    private func soundFile(_ format: Int) throws -> [UInt8] {
        let path = folder.file("seed")
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (48_000, 2, Int32(format))
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        let samples = (0..<9_600).map { Int16(truncatingIfNeeded: $0 * 37) }
        sf_writef_short(file, samples, 4_800)
        sf_close(file)
        return try readBytes(path)
    }

    @Test(arguments: formats) func intactFilesAreLoadedAsSounds(format: Int) throws {
        let path = try folder.write(soundFile(format), to: "whole")
        #expect(try Sound(contentsOf: path, for: .standard).frameCount >= 4_800)
    }

    /// The tag, which may contain a picture, is not loaded.
    @Test(arguments: [SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III])
    func tagBeforeASoundIsSkipped(format: Int) throws {
        let bytes = try soundFile(format)
        let tagged = Array("ID3".utf8) + [4, 0, 0, 0, 0, 2, 0] + [UInt8](repeating: 0, count: 256) + bytes
        let sound = try Sound(bytes: bytes, name: "sound", for: .standard)
        expectEqual(try Sound(bytes: tagged, name: "tagged", for: .standard).int16s, sound.int16s)
        expectEqual(try Sound(contentsOf: folder.write(tagged, to: "tagged"), for: .standard).int16s, sound.int16s)
    }

    @Test(arguments: formats) func truncatedFilesGiveAnErrorOrASound(format: Int) throws {
        let bytes = try soundFile(format)
        for length in stride(from: 0, to: bytes.count, by: max(bytes.count / 40, 1)) {
            try load(Array(bytes[..<length]))
        }
    }

    /// Loads and plays `CARILLON_FUZZ` files, by default 1000, in another process. `make check LANE=fuzz` does so with 20,000 under
    /// AddressSanitizer, and with a hundred thousand.
    @Test func damagedFilesGiveAnErrorOrASoundAndNeverMoreMemoryThanTheLimit() throws {
        let count = ProcessInfo.processInfo.environment["CARILLON_FUZZ"] ?? "1000"
        let program = try Program("SoundFuzz", [count])
        // After a crash, or after a file exceeded the memory limit, the file is in the folder that the first line
        // names.
        try #require(program.status == 0, "\(program.output)")
        let words = try #require(program.output.split(separator: "\n").last).split(separator: " ")
        let values = Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: words.count, by: 2).map {
                (String(words[$0]), Int(words[$0 + 1]))
            })
        let (sounds, streams, errors) = (values["sounds"]!!, values["streams"]!!, values["errors"]!!)
        expectEqual(sounds + streams + errors, Int(count))
        #expect(sounds > 0 && errors > 0)
        #expect(values["tracks"]!! > 0 && values["refused"]!! > 0)
    }

    /// Plays lists of tracks of different rates, with tracks between them that cannot be played. `make check LANE=fuzz` does so with
    /// 20,000 under AddressSanitizer.
    @Test func listsWithBadTracksArePlayedToTheirEnds() throws {
        let program = try Program("SoundFuzz", ["lists", "200"])
        try #require(program.status == 0, "\(program.output)\(program.errors)")
        let words = try #require(program.output.split(separator: "\n").last).split(separator: " ")
        #expect(words.count == 6 && words[1] != "0" && words[3] != "0" && words[5] != "0")
    }

    private func load(_ bytes: [UInt8]) throws {
        let limit = 4 << 20
        let path = try folder.write(bytes, to: "part")
        do throws(SoundError) {
            let sound = try Sound(contentsOf: path, for: .standard, limit: limit)
            #expect(sound.isStreamed || sound.frameCount * 8 <= limit)
            let isFinite = sound.withSamples { samples in samples.allSatisfy { $0.isFinite } }
            #expect(isFinite)
        } catch {
            #expect(error.description.contains(path))
        }
    }
}
