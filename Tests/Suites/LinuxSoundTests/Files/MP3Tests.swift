import AudioTestSupport
import CHardware
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// MP3 files whose bit rate varies, with and without a tag that declares the number of frames. A decoder that guesses
/// the length by the first frame, which is long, would stop early.
@Suite struct MP3Tests {
    /// 1 s of noise, 3 s of silence, and 1 s of a tone.
    private static let seconds = 5

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [48_000, 44_100, 24_000, 11_025], [1, 2])
    func fileWithoutTagIsLoadedToItsEnd(rate: Int, channels: Int) throws {
        let bytes = try file(rate: rate, channels: channels)
        let whole = try Sound(bytes: bytes, name: "tagged", for: .standard)
        let sound = try Sound(bytes: MP3Writer.withoutTag(bytes), name: "untagged", for: .standard)
        #expect(abs(sound.frameCount - whole.frameCount) < 10_000)
        #expect(loudness(sound.int16s.suffix(48_000)) > 1_000)
    }

    @Test func streamWithoutTagIsReadToItsEndEachTime() throws {
        let path = try folder.write(MP3Writer.withoutTag(file(rate: 48_000, channels: 1)), to: "sound.mp3")
        let sound = try Sound(contentsOf: path, for: .standard, limit: 1 << 20)
        #expect(sound.isStreamed)
        let reader = try #require(try sound.openFile())
        for _ in 0..<2 {
            var (count, last) = (0, [Float]())
            let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 48_000)
            defer { buffer.deallocate() }
            while case let frames = try reader.read(into: buffer), frames > 0 {
                count += frames
                last = Array((last + buffer[..<(2 * frames)]).suffix(48_000))
            }
            #expect(abs(count - Self.seconds * 48_000) < 10_000)
            #expect(loudness(last.map { Int16($0 * 32_767) }[...]) > 1_000)
            try reader.rewind()
        }
    }

    @Test func fileThatEndsWithinAFrameIsLoadedUpToThatFrame() throws {
        let bytes = try MP3Writer.withoutTag(file(rate: 48_000, channels: 2))
        let sound = try Sound(bytes: Array(bytes.dropLast(100)), name: "cut", for: .standard)
        #expect(sound.frameCount > (Self.seconds - 1) * 48_000)
    }

    private func file(rate: Int, channels: Int) throws -> [UInt8] {
        let path = folder.file("file.mp3")
        var info = SF_INFO()
        let format = SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
        (info.samplerate, info.channels, info.format) = (Int32(rate), Int32(channels), Int32(format))
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        var mode = Int32(SF_BITRATE_MODE_VARIABLE)
        sf_command(file, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
        var random = SeededGenerator(state: 1)
        for second in 0..<Self.seconds {
            let samples = (0..<(rate * channels)).map { index -> Int16 in
                switch second {
                case 0: Int16.random(in: -8_000...8_000, using: &random)
                case Self.seconds - 1: index / channels / 10 % 2 == 0 ? 8_000 : -8_000
                default: 0
                }
            }
            sf_writef_short(file, samples, sf_count_t(rate))
        }
        sf_close(file)
        return try readBytes(path)
    }

    private func loudness(_ samples: ArraySlice<Int16>) -> Int {
        samples.reduce(0) { $0 + Int($1.magnitude) } / max(samples.count, 1)
    }
}
