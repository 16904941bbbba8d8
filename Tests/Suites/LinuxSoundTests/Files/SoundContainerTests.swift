import AudioTestSupport
import CHardware
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// libsndfile receives a part of a file, which must sound like the whole file.
@Suite struct SoundContainerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// All formats that libsndfile writes, each in the container's own byte order, big-endian and little-endian.
    static let formats: [Int] = {
        let containers = [
            SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64, SF_FORMAT_AIFF, SF_FORMAT_AU, SF_FORMAT_CAF, SF_FORMAT_FLAC,
            SF_FORMAT_OGG, SF_FORMAT_MPEG,
        ]
        let encodings = [
            SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32, SF_FORMAT_FLOAT,
            SF_FORMAT_DOUBLE, SF_FORMAT_ULAW, SF_FORMAT_ALAW, SF_FORMAT_IMA_ADPCM, SF_FORMAT_MS_ADPCM, SF_FORMAT_GSM610,
            SF_FORMAT_G721_32, SF_FORMAT_DWVW_16, SF_FORMAT_VORBIS, SF_FORMAT_OPUS, SF_FORMAT_MPEG_LAYER_III,
        ]
        let byteOrders = [SF_ENDIAN_FILE, SF_ENDIAN_BIG, SF_ENDIAN_LITTLE]
        return containers.flatMap { container in
            encodings.flatMap { encoding in byteOrders.map { container | encoding | $0 } }
        }.filter { format in
            var info = SF_INFO()
            (info.samplerate, info.channels, info.format) = (48_000, 1, Int32(format))
            // libsndfile claims that it writes MP3 in WAV, but does not.
            let isLie = format & (SF_FORMAT_TYPEMASK | SF_FORMAT_SUBMASK) == SF_FORMAT_WAV | SF_FORMAT_MPEG_LAYER_III
            return sf_format_check(&info) != 0 && !isLie
        }
    }()

    /// Writes a file with a title and a comment; nil if libsndfile does not support the format with so many channels.
    private func soundFile(_ format: Int, channels: Int) -> String? {
        let path = folder.file("sound")
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (48_000, Int32(channels), Int32(format))
        guard sf_format_check(&info) != 0, let file = sf_open(path, Int32(SFM_WRITE), &info) else { return nil }
        sf_set_string(file, Int32(SF_STR_TITLE), "a title of odd length")
        sf_set_string(file, Int32(SF_STR_COMMENT), String(repeating: "a comment", count: 100))
        let samples = (0..<(4_801 * channels)).map { Float(Int16(truncatingIfNeeded: $0 * $0 / 7)) / 32_768 }
        sf_writef_float(file, samples, 4_801)
        sf_close(file)
        return path
    }

    /// Returns the samples that libsndfile decodes from the whole file.
    private func samples(of path: String, channels: Int) throws -> [Float] {
        var info = SF_INFO()
        let file = try #require(sf_open(path, Int32(SFM_READ), &info))
        defer { sf_close(file) }
        var samples = [Float](repeating: 0, count: 20_000 * channels)
        samples.removeLast(samples.count - Int(sf_readf_float(file, &samples, 20_000)) * channels)
        return samples
    }

    @Test(arguments: formats, [1, 2]) func loadedSoundEqualsTheWholeFile(format: Int, channels: Int) throws {
        guard let path = soundFile(format, channels: channels) else {
            #expect(channels > 1)
            return
        }
        let output = AudioFormat(rate: 48_000, channels: channels)
        let isTheSame = try Sound(contentsOf: path, for: output).withSamples {
            try Array($0) == samples(of: path, channels: channels)
        }
        #expect(isTheSame)
    }

    @Test func metadataIsNotLoaded() throws {
        let flac = try #require(soundFile(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channels: 2))
        let wave = joined(ascii("RIFF----WAVEfmt "), [16, 0, 0, 0, 1, 0, 2, 0], [UInt8](repeating: 0, count: 12))
        for bytes in [try readBytes(flac), wave + chunk("LIST", 10_000) + chunk("data", 8)] {
            let container = try #require(SoundContainer.find(in: SoundFile(bytes: bytes, name: "sound")))
            #expect(container.header.count < 60)
            expectEqual(container.body.upperBound, bytes.count)
        }
    }

    @Test func dataAfterTheSamplesIsNotLoaded() throws {
        let bytes = WAV(samples: [1, 2]).bytes
        let file = try SoundFile(bytes: bytes + chunk("cue ", 100), name: "sound")
        expectEqual(SoundContainer.find(in: file)?.body, 44..<48)
    }

    @Test func samplesWithoutALengthExtendToTheEnd() throws {
        for length: [UInt8] in [[0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F]] {
            var bytes = WAV(samples: [1, 2, 3, 4]).bytes
            bytes.replaceSubrange(4..<8, with: [8, 0, 0, 0])
            bytes.replaceSubrange(40..<44, with: length)
            expectEqual(try Sound(bytes: bytes, name: "sound", for: .standard).int16s, [1, 2, 3, 4])
        }
    }

    /// AIFF allows chunks in any order.
    @Test func samplesMayPrecedeTheirFormat() throws {
        let aiff = try readBytes(#require(soundFile(SF_FORMAT_AIFF | SF_FORMAT_PCM_16, channels: 2)))
        let start = try #require(aiff.firstRange(of: Array("COMM".utf8))).lowerBound
        let swapped = aiff[..<start] + aiff[(start + 26)...] + aiff[start..<(start + 26)]
        let sounds = try [aiff, Array(swapped)].map { try Sound(bytes: $0, name: "sound", for: .standard).int16s }
        expectEqual(sounds[0], sounds[1])
    }

    @Test func fileWithVeryManyChunksIsRefused() throws {
        let riff = WAV(samples: [1, 2]).bytes
        for (count, isTaken) in [(50, true), (70, false)] {
            let bytes = riff[..<12] + (0..<count).flatMap { _ in chunk("junk", 0) } + riff[12...]
            expectEqual(try (SoundContainer.find(in: SoundFile(bytes: Array(bytes), name: "sound")) != nil), isTaken)
        }
    }

    @Test(arguments: [1, 64, 65, 65_535]) func headerWithVeryManyChannelsIsRefused(channels: Int) throws {
        var bytes = WAV(samples: [UInt8](repeating: 1, count: 512).map(Int16.init)).bytes
        (bytes[22], bytes[23]) = (UInt8(channels & 255), UInt8(channels >> 8))
        expectEqual(try (SoundContainer.find(in: SoundFile(bytes: bytes, name: "sound")) != nil), (channels <= 64))
    }

    private func chunk(_ name: String, _ length: Int) -> [UInt8] {
        joined(ascii(name), little(length, 4), [UInt8](repeating: 7, count: length))
    }
}
