import AudioTestSupport
import CHardware
import Glibc
import StreamTestSupport
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// MP3 files that have been joined, chained Ogg files, and damaged ones: they play to their ends, and each place is exact.
@Suite struct JoinedFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Data that is between the parts of joined MP3 files.
    enum Between: CaseIterable {
        case nothing, id3v1, ape, id3v2, several

        var bytes: [UInt8] {
            switch self {
            case .nothing: []
            case .id3v1: ascii("TAG") + [UInt8](repeating: 32, count: 125)
            case .ape:
                joined(ascii("APETAGEX"), little(2_000, 4), little(32, 4), little(1, 4), [0, 0, 0, 0xA0], little(0, 8))
                    + [UInt8](repeating: 32, count: 32)
            case .id3v2: ascii("ID3") + [3, 0, 0, 0, 0, 2, 0] + [UInt8](repeating: 0, count: 256)
            case .several: Between.ape.bytes + Between.id3v1.bytes + Between.id3v2.bytes
            }
        }
    }

    @Test(arguments: Between.allCases, [SF_BITRATE_MODE_VARIABLE, SF_BITRATE_MODE_CONSTANT])
    func joinedMP3PlaysAllItsParts(between: Between, mode: Int) throws {
        let parts = try [1, 2, 1].map { try readBytes(MP3Writer.sweep(seconds: $0, mode, in: folder)) }
        let path = try folder.write(Array(parts.joined(separator: between.bytes)), to: "joined.mp3")
        let expected = try parts.flatMap { try samples(folder.write($0, to: "part.mp3")) }
        expectEqual(expected.count, 2 * 4 * 48_000)
        let whole = try samples(path)
        let isSum = whole == expected
        #expect(isSum, "\(whole.count) samples instead of \(expected.count)")
        expectEqual(try TrackFiles().open(path, in: .standard, at: 0, near: nil).claimedFrameCount, 4 * 48_000)
        try expectExactPlaces(path, whole)
    }

    @Test(arguments: [SF_FORMAT_MPEG, SF_FORMAT_OGG]) func joinedFilesOfDifferentRatesPlayEachPart(container: Int)
        throws
    {
        let isMP3 = container == SF_FORMAT_MPEG
        let rates = isMP3 ? [44_100, 48_000, 22_050, 22_050] : [44_100, 48_000, 44_100, 44_100]
        let parts = try rates.enumerated().map { number, rate in
            isMP3
                ? try tone(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, rate: rate, seconds: 2, pitch: 1)
                : try link(SF_FORMAT_VORBIS, rate: rate, seconds: 2, number: UInt32(number))
        }
        let path = try folder.write(Array(parts.joined()), to: "joined")
        let whole = try samples(path)
        #expect(abs(whole.count - 2 * 8 * 48_000) <= 6)
        expectEqual(try TrackFiles().open(path, in: .standard, at: 0, near: nil).claimedFrameCount, whole.count / 2)
        try expectExactPlaces(path, whole, tolerance: 0.05)
    }

    /// The frames with tags of later parts are decoded as silence, and no frame is lost.
    @Test func joinedMP3WithoutTagsPlaysToItsEnd() throws {
        let parts = try [2, 3].map { seconds in
            try MP3Writer.withoutTag(readBytes(MP3Writer.sweep(seconds: seconds, SF_BITRATE_MODE_CONSTANT, in: folder)))
        }
        let whole = try samples(folder.write(Array(parts.joined()), to: "joined.mp3"))
        #expect(whole.count > 2 * 5 * 48_000)
        try expectExactPlaces(folder.file("joined.mp3"), whole)
    }

    @Test func joinedMP3WhoseFirstTagIsWrongPlaysToItsEnd() throws {
        var parts = try [2, 3].map { try readBytes(MP3Writer.sweep(seconds: $0, in: folder)) }
        let marker = try #require((0..<60).first { parts[0][$0...].starts(with: ascii("Xing")) })
        parts[0][(marker + 12)..<(marker + 16)] = [0, 0, 0x20, 1]
        let whole = try samples(folder.write(Array(parts.joined()), to: "joined.mp3"))
        #expect(whole.count >= 2 * 5 * 48_000)
    }

    @Test(arguments: [1, 20, 100, 127]) func truncatedTagAtTheEndIsIgnored(count: Int) throws {
        let bytes = try readBytes(MP3Writer.sweep(seconds: 1, in: folder))
        for tag in [Between.id3v1, .ape, .id3v2] {
            let path = try folder.write(bytes + tag.bytes.prefix(count), to: "cut.mp3")
            expectEqual(try samples(path).count, 2 * 48_000)
        }
    }

    @Test(arguments: [(8, 2), (9, 1)]) func tagsBetweenPartsAreSkippedUpToALimit(count: Int, parts: Int) throws {
        let part = try readBytes(MP3Writer.sweep(seconds: 1, in: folder))
        let tag: [UInt8] = ascii("ID3") + [3, 0, 0, 0, 0, 0, 0]
        let bytes = Array([part, part].joined(separator: repeatElement(tag, count: count).joined()))
        let file = try SoundFile(bytes: bytes, name: "joined")
        expectEqual(MP3Parts.ranges(in: 0..<file.length, of: file).count, parts)
    }

    @Test(arguments: [300, 30_000, 200_000]) func garbageInFrontOfAnMP3IsSkipped(count: Int) throws {
        var random = SeededGenerator(state: 3)
        let garbage = (0..<count).map { _ in UInt8.random(in: 0...127, using: &random) }
        let bytes = try readBytes(MP3Writer.sweep(seconds: 3, in: folder))
        let path = try folder.write(garbage + bytes, to: "garbage.mp3")
        let whole = try samples(path)
        let isSame = try whole == samples(folder.write(bytes, to: "whole.mp3"))
        #expect(isSame)
        try expectExactPlaces(path, whole)
    }

    @Test func damageInTheMiddleOfAnMP3IsSkippedWhilePlayingAndSeeking() throws {
        var bytes = try readBytes(MP3Writer.sweep(seconds: 10, SF_BITRATE_MODE_CONSTANT, in: folder))
        var random = SeededGenerator(state: 3)
        for index in 0..<5_000 { bytes[bytes.count / 3 + index] = UInt8.random(in: 0...255, using: &random) }
        let path = try folder.write(bytes, to: "damaged.mp3")
        #expect(try samples(path).count > 2 * 9 * 48_000 + 48_000)
        #expect(try samples(path, at: 9 * 48_000).count > 2 * 24_000)
    }

    @Test(arguments: [true, false]) func mp3OfOneFrameIsPlayed(hasTag: Bool) throws {
        let bytes = try readBytes(MP3Writer.sweep(seconds: 1, SF_BITRATE_MODE_CONSTANT, in: folder))
        let tag = try #require(MP3Header.length(bytes))
        let frame = try #require(MP3Header.length(bytes[tag...]))
        let one = Array(bytes[tag..<(tag + frame)]) + (hasTag ? Between.id3v1.bytes : [])
        expectEqual(try samples(folder.write(one, to: "one.mp3")).count, 2 * 1_152)
        expectEqual(try Sound(bytes: one, name: "one", for: .standard).frameCount, 1_152)
    }

    @Test func textsOfTheFirstTagsOfAFileAreKept() throws {
        func tag(_ frames: [(String, String)]) -> [UInt8] {
            let body = frames.flatMap { name, text in
                joined(ascii(name), [0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 0], ascii(text))
            }
            return ascii("ID3") + [3, 0, 0, 0, 0, 0, UInt8(body.count)] + body
        }
        let tags = tag([("TIT2", "One")]) + tag([("TIT2", "Two"), ("TPE1", "Both")])
        let bytes = try readBytes(MP3Writer.sweep(seconds: 1, in: folder))
        let path = try folder.write(tags + bytes, to: "tags.mp3")
        let track = try TrackFiles().open(path, in: .standard, at: 0, near: nil)
        expectEqual(track.tags.title, "One")
        expectEqual(track.tags.artist, "Both")
        expectEqual(try samples(path).count, 2 * 48_000)
    }

    // MARK: Ogg

    /// The numbers of the links of a chain.
    enum Numbers: CaseIterable { case different, same, repeated }

    @Test(arguments: Numbers.allCases, [SF_FORMAT_VORBIS, SF_FORMAT_OPUS])
    func chainedOggPlaysAllItsLinks(numbers: Numbers, codec: Int) throws {
        let numbers: [UInt32] = numbers == .different ? [1, 2, 3, 4] : numbers == .same ? [1, 1, 1, 1] : [1, 2, 2, 1]
        let links = try zip([2, 1, 3, 2], numbers).map { seconds, number in
            try link(codec, rate: 48_000, seconds: seconds, number: number)
        }
        let path = try folder.write(Array(links.joined()), to: "chain.ogg")
        let expected = try links.flatMap { try samples(folder.write($0, to: "link.ogg")) }
        expectEqual(expected.count, 2 * 8 * 48_000)
        let whole = try samples(path)
        let isSum = whole == expected
        #expect(isSum, "\(whole.count) samples instead of \(expected.count)")
        expectEqual(try TrackFiles().open(path, in: .standard, at: 0, near: nil).claimedFrameCount, 8 * 48_000)
        try expectExactPlaces(path, whole)
    }

    @Test func repeatedShortLinkIsPlayedEachTime() throws {
        let link = try link(SF_FORMAT_VORBIS, rate: 48_000, seconds: 1, number: 7)
        let path = try folder.write(Array(repeatElement(link, count: 100).joined()), to: "chain.ogg")
        expectEqual(try samples(path).count, 2 * 100 * 48_000)
    }

    @Test func damagedLinkOfAChainIsLeftOut() throws {
        let links = try (0..<3).map { try link(SF_FORMAT_VORBIS, rate: 48_000, seconds: 2, number: UInt32($0)) }
        var damaged = links[1]
        damaged[40] ^= 0xFF
        let path = try folder.write(links[0] + damaged + links[2], to: "chain.ogg")
        let isWithout = try samples(path) == samples(folder.write(links[0] + links[2], to: "without.ogg"))
        #expect(isWithout)
    }

    /// A piece of the first link grows by 192 when it is resampled, so a smaller one is resampled at once.
    @Test func linkWithManyChannelsIsPlayedAfterOneWithALowRate() throws {
        let channels = [1, 64]
        let links = try channels.map { channels in
            try link(SF_FORMAT_VORBIS, rate: 1_000, channels: channels, seconds: 2, number: UInt32(channels))
        }
        let path = try folder.write(links[0] + links[1], to: "chain.ogg")
        let whole = try samples(path, in: AudioFormat(rate: 192_000, channels: 2))
        expectEqual(whole.count, 2 * 4 * 192_000)
    }

    @Test func neededMemoryIncludesTheResamplersOfAllLinks() throws {
        let memory = try [[44_100, 48_000], [48_000, 44_100]].map { rates in
            let links = try rates.enumerated().map { number, rate in
                try link(SF_FORMAT_VORBIS, rate: rate, seconds: 1, number: UInt32(number))
            }
            let file = try SoundFile(bytes: links[0] + links[1], name: "chain")
            return try SoundReader(file, in: .standard, limit: .max).memory
        }
        expectEqual(memory[0], memory[1])
    }

    private func link(
        _ codec: Int, rate: Int, channels: Int = 2, seconds: Int, number: UInt32
    ) throws -> [UInt8] {
        let pitch = Double(number)
        var link = OggFile(
            try tone(SF_FORMAT_OGG | codec, rate: rate, channels: channels, seconds: seconds, pitch: pitch))
        link.setNumber(number)
        return link.bytes
    }

    /// Returns a tone that rises, so that no two places sound alike. Places are exact to half a sample after resampling.
    private func tone(
        _ format: Int, rate: Int, channels: Int = 2, seconds: Int, pitch: Double
    ) throws -> [UInt8] {
        let path = folder.file("tone")
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (Int32(rate), Int32(channels), Int32(format))
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        for second in 0..<seconds {
            let samples = (0..<channels * rate).map { index -> Float in
                let time: Double = Double(second) + Double(index / channels) / Double(rate)
                let frequency: Double = 400 + 100 * pitch + 100 * time
                return Float(sin(2 * Double.pi * frequency * time) / 4)
            }
            sf_writef_float(file, samples, sf_count_t(rate))
        }
        sf_close(file)
        return try readBytes(path)
    }

    // MARK: Reading

    /// Compares what follows places in a file, also near the seams, with the whole file.
    private func expectExactPlaces(
        _ path: String, _ whole: [Float], tolerance: Float = 1e-3, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let frames = whole.count / 2
        for frame in [1, 5_000, frames / 4, frames / 3 - 1, frames / 3, frames / 2 + 777, frames * 5 / 6] {
            // The filter has no earlier samples at the beginning of a resampled part.
            let part = try samples(path, at: frame, atMost: 16_000).dropFirst(2_000)
            let difference = zip(part, whole[(2 * frame + 2_000)...]).reduce(0) { max($0, abs($1.0 - $1.1)) }
            #expect(
                part.count > 10_000 && difference < tolerance, "from frame \(frame) of \(frames): \(difference)",
                sourceLocation: sourceLocation)
        }
        let end = try samples(path, at: frames - 700)
        #expect(abs(end.count - 2 * 700) <= 4, sourceLocation: sourceLocation)
    }

    /// Reads a file from a frame to its end.
    private func samples(
        _ path: String, in format: AudioFormat = .standard, at frame: Int = 0, atMost limit: Int = .max
    ) throws -> [Float] {
        let track = try TrackFiles().open(path, in: format, at: frame, near: nil)
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 4_096)
        defer { buffer.deallocate() }
        var samples: [Float] = []
        while samples.count < limit, case let count = try track.read(into: buffer), count > 0 {
            samples += buffer.prefix(2 * count)
        }
        while samples.count < limit, case let count = track.readRest(into: buffer), count > 0 {
            samples += buffer.prefix(2 * count)
        }
        return samples
    }
}
